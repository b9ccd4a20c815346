import type { GoalRequest } from '../../../../model/analyses.js';
import {
  estimateWithMissingParts,
  flag,
  number,
  tableOf,
  text,
  type Estimate,
  type TableColumn,
} from '../../tables/table.js';
import type { GoalResult } from '../../../../model/analyses.js';

interface GoalRow extends Estimate {
  kind: 'argument' | 'objective' | 'gain' | 'constraint' | 'curve';
  /** Parameter, or id of the share or measure. */
  name?: string | undefined;
  /** Values of the parameters. */
  at: Readonly<Record<string, number>>;
  limit?: number;
  is_feasible?: boolean;
}

interface CompletedGoal {
  id: string;
  plan: GoalRequest;
  result: GoalResult;
}

/** The figures of a completed goal: those of the result, and the points of the curve. */
export function goalTable(goal: CompletedGoal): TableColumn[] {
  return tableOf<GoalRow>(rowsOf(goal), [
    text('goal_id', () => goal.id),
    text('kind', ({ kind }) => kind),
    text('name', ({ name }) => name),
    goal.plan.parameters.map(({ name }) => number<GoalRow>(`parameter.${name}`, ({ at }) => at[name])),
    estimateWithMissingParts('value', (own) => own),
    number('limit', ({ limit }) => limit),
    flag('is_feasible', (own) => own.is_feasible),
  ]);
}

function rowsOf({ result, plan: { objective, constraints } }: CompletedGoal): GoalRow[] {
  const at = Object.fromEntries(result.arguments.map(({ parameter, value }) => [parameter, value]));
  const name = objective.share ?? objective.measure;
  return [
    ...result.arguments.map((own): GoalRow => ({ kind: 'argument', name: own.parameter, at, ...own })),
    { kind: 'objective', name, at, ...result.objective },
    { kind: 'gain', name, at, ...result.objective.gain },
    ...result.constraints.map((own, k): GoalRow => {
      const requested = constraints[k];
      return {
        kind: 'constraint',
        name: requested?.share ?? requested?.measure,
        at,
        ...own,
        is_feasible: own.is_satisfied,
      };
    }),
    ...result.curve.map((own): GoalRow => ({ kind: 'curve', name, at: own.values, ...own })),
  ];
}
