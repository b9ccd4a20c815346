import { z } from 'zod';
import {
  evaluateAgents,
  maxEvaluationsOf,
  resolveGoal,
  runGoal,
  type GoalRequest,
  goalResultSchema,
  type GoalResult,
} from '../../../model/analyses.js';
import { boundWarnings } from '../simulation.schema.js';
import type { RunKind } from '../run.kind.js';
import { constraintSchema, createGoalSchema, objectiveSchema, type CreateGoal } from './goal/request.schema.js';
import { goalView } from './goal/view.js';
import {
  estimateWithMissingParts,
  flag,
  number,
  tableOf,
  text,
  type Estimate,
  type TableColumn,
} from '../tables/table.js';
import { objects } from '../schema-parts.js';

const planned = {
  parameters: objects({
    name: z.string().meta({ description: 'Name of the parameter.', examples: ['swissmetro_cost_factor'] }),
    from: z.number().meta({ description: 'Lower bound.', examples: [0.5] }),
    to: z.number().meta({ description: 'Upper bound.', examples: [3] }),
  }).meta({ description: 'The varied parameters with their bounds.' }),
  objective: objectiveSchema,
  constraints: z.array(constraintSchema).meta({ description: 'Constraints of the request.', examples: [[]] }),
};

/** A search for the values of parameters at which a quantity has a target, or is greatest or smallest. */
export const goalKind: RunKind<CreateGoal, GoalRequest, GoalResult> = {
  name: 'goal',
  idPrefix: 'goal',
  path: 'goals',
  noun: 'goal',
  plural: 'goals',
  tag: {
    name: 'Goals',
    description: 'Goals: the parameter values that reach a share, or that maximize a share, a mean or a revenue.',
  },
  texts: {
    create:
      'Queues a search for the values of one or two parameters at which a share reaches a target, or at which a share, a mean or a linear value of the outcomes is greatest or smallest, within bounds and constraints. The search uses expected values of the same agents, so workflows whose agents interact are not supported. The quota is `agent_count` × maximum evaluations ÷ 10,000, rounded up.',
    table:
      'Returns the figures of a completed goal, one per row. `kind` is `argument` (a parameter of the result), `objective`, `gain`, `constraint` or `curve` (a point of the curve or heat map). Each row has the values of the parameters (`parameter.…`), the figure with the ends of its 95% interval (`value_low`, `value_high`) and the parts of its error (`value_…_error`). Unknown values are null.',
    report:
      'Returns an HTML report of a completed goal: the result first, then adjustments of the workflow, the curve with its band or a heat map of two parameters, the constraints, the shares and the parts of the error.',
    reducesTime: 'a smaller `agent_count` or fewer `parameters`',
    tableRow: {
      kind: 'curve',
      'parameter.swissmetro_cost_factor': 0.5,
      value: 36.1,
      value_low: 33.4,
      value_high: 38.8,
    },
  },
  hasIssues: true,
  request: createGoalSchema,
  planned,
  result: goalResultSchema,
  unlisted: { curve: [] },
  plan(base, { parameters, objective, constraints }) {
    const resolved = resolveGoal(base.workflow.definition, { parameters, objective, constraints });
    if (!resolved.ok) return resolved.issues;
    return { plan: resolved.request, warnings: boundWarnings(base.workflow.definition, resolved.request.parameters) };
  },
  work: {
    evaluations: maxEvaluationsOf,
    execute: (request, task) => evaluateAgents(task, (agents) => runGoal(agents, request)),
  },
  table: goalTable,
  view: goalView,
};

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

function goalTable(goal: CompletedGoal): TableColumn[] {
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
