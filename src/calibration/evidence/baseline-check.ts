import { baselineScenario, type Evidence, isSameScenario, type WorkflowDefinition } from '../../engine/definition.js';
import { simulate } from '../../engine/simulation/simulate.js';
import type { Model } from '../fit-sample.js';
import { countRespondents } from '../rows/count-respondents.js';
import type { ObservedValue } from '../families/family-fit.js';
import { combined, standardErrorOf } from '../rows/influence.js';
import { targetsOf } from './expect-rows.js';
import { decimals6 } from './round.js';

const seed = 1;
const leastRespondents = 30;

type Figure = NonNullable<Evidence['baseline']>['figures'][number];

/**
 * Simulates the baseline, and returns its figures next to those of the data: of the respondents in the baseline scenario,
 * or of all if fewer than 30 are in it.
 *
 * @param definition definition with its estimates, its errors and its recommended number of agents
 */
export function baselineCheck(definition: WorkflowDefinition, { bound, rows, counts }: Model): Evidence['baseline'] {
  const agentCount = definition.population.recommended_agent_count;
  const scenario = baselineScenario(definition);
  const isBaseline = rows.scenarios.map((own) => isSameScenario(scenario, { ...scenario, ...own }));
  const all = Int32Array.from(rows.lines.keys());
  const inBaseline = all.filter((row) => isBaseline[rows.scenarioOf[row]!]);
  const hasEnough = countRespondents({ rows, counts }, inBaseline) >= leastRespondents;
  const observed = bound.observed(hasEnough ? inBaseline : all);
  const targets = targetsOf(definition);
  const { summary } = simulate({ definition, scenario, seed, agentCount });
  const valueOf = (kind: string, id: string, step?: number) => {
    const value =
      observed[
        targets.findIndex((own) => own.kind === kind && own.id === id && (own.kind !== 'curve' || own.step === step))
      ];
    return value && !Number.isNaN(value.value) ? value : undefined;
  };
  const sumOf = (ids: readonly string[]): ObservedValue | undefined => {
    const parts = ids.map((id) => valueOf('outcome', id));
    if (parts.includes(undefined)) return undefined;
    const influences = parts.flatMap((part) => (part!.influence ? [[part!.influence, 1] as const] : []));
    return {
      value: parts.reduce((sum, part) => sum + part!.value, 0),
      standardError: influences.length === parts.length ? standardErrorOf(combined(influences)) : NaN,
    };
  };
  const figureOf = (
    id: Pick<Figure, 'id' | 'step'>,
    own: ObservedValue | undefined,
    simulated: number,
    interval: readonly [number, number] | null,
  ): Figure[] =>
    own && interval
      ? [
          {
            ...id,
            observed: decimals6(own.value),
            ...(!Number.isNaN(own.standardError) && { observed_standard_error: decimals6(own.standardError) }),
            simulated: decimals6(simulated),
            interval: [decimals6(interval[0]), decimals6(interval[1])],
          },
        ]
      : [];
  const groupOutcomes = (id: string) => definition.outcome_groups?.find((group) => group.id === id)?.outcomes ?? [];
  const figures = [
    ...summary.outcomes.flatMap(({ id, share, interval }) => figureOf({ id }, valueOf('outcome', id), share, interval)),
    ...summary.outcome_groups.flatMap(({ id, share, interval }) =>
      figureOf({ id }, sumOf(groupOutcomes(id)), share, interval),
    ),
    ...summary.measures.flatMap(({ id, mean, interval }) => figureOf({ id }, valueOf('measure', id), mean, interval)),
    ...summary.curves.flatMap(({ id, points }) =>
      points.flatMap(({ step, share, interval }) =>
        figureOf({ id, step }, valueOf('curve', id, step), share, interval),
      ),
    ),
  ];
  if (figures.length === 0) return undefined;
  return { respondents: hasEnough ? 'baseline' : 'all', agents: agentCount, figures };
}
