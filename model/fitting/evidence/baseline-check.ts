import { baselineScenario, type Evidence, isSameScenario, type WorkflowDefinition } from '../../definition.js';
import { simulate } from '../../simulation/simulate.js';
import type { Model } from '../fit-sample.js';
import { combinedValue, countRespondents } from '../rows/observed-shares.js';
import type { RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import { expectRows } from './simulate-rows.js';
import { targetsOf, weightedMean } from './compare.js';
import { decimals6 } from './round.js';

const seed = 1;
const leastRespondents = 30;
/** Values of a parameter in its observed mix: the most frequent ones. */
const maxMixValues = 12;

type Baseline = NonNullable<Evidence['baseline']>;
type Figure = Baseline['figures'][number];
/** The part of a figure of a summary that states its error. */
interface Stated {
  readonly interval: readonly [number, number] | null;
  readonly errors: { readonly simulation: number | null; readonly estimation: number | null };
}
type Kind = 'outcome' | 'group' | 'measure' | 'curve';

/**
 * Simulates the baseline, and returns its figures next to those of all respondents. With a reason for another level of the baseline, the
 * observed values are those of the respondents in the baseline scenario, or of all if fewer than 30 are in it. The values of all respondents
 * and the mix of their parameter values are then next to them.
 *
 * @param definition definition with its estimates, its errors and its recommended number of agents
 * With `baseline_with_own_values`, the expected values of all rows with their own parameter values take the place of the simulated ones: a baseline
 * at one price does not show whether the model reproduces data with several.
 *
 * @param fit with the reason why the baseline has another level than the data; undefined if it has the mix of the data
 */
export function baselineCheck(
  definition: WorkflowDefinition,
  model: Model,
  { baseline_reason: reason, baseline_with_own_values: hasOwnValues }: BaselineFit,
): Evidence['baseline'] {
  const { rows, counts } = model;
  const agentCount = definition.population.recommended_agent_count;
  const scenario = baselineScenario(definition);
  const all = Int32Array.from(rows.lines.keys());
  const isBaseline = rows.scenarios.map((own) => isSameScenario(scenario, own));
  const inBaseline = all.filter((row) => isBaseline[rows.scenarioOf[row]!]);
  const isOfBaseline = reason !== undefined && countRespondents({ rows, counts }, inBaseline) >= leastRespondents;
  const ofAll = observedValues(definition, model, all);
  const observed = isOfBaseline ? observedValues(definition, model, inBaseline) : ofAll;
  const { summary } = simulate({ definition, scenario, seed, agentCount });
  const expected = hasOwnValues ? expectedValues(definition, model, all) : undefined;
  const figureOf = (
    kind: Kind,
    id: Pick<Figure, 'id' | 'step'>,
    atBaseline: number,
    { interval: stated, errors: { simulation, estimation } }: Stated,
  ): Figure | [] => {
    const own = observed(kind, id.id, id.step);
    const simulated = expected ? expected(kind, id.id, id.step) : atBaseline;
    if (!own || !stated || simulated === undefined) return [];
    const interval = stated.map((end) => end + simulated - atBaseline) as [number, number];
    const every = isOfBaseline ? ofAll(kind, id.id, id.step) : undefined;
    return {
      ...id,
      observed: decimals6(own.value),
      ...(!Number.isNaN(own.standardError) && { observed_standard_error: decimals6(own.standardError) }),
      ...(every && { observed_all: decimals6(every.value) }),
      simulated: decimals6(simulated),
      standard_error: decimals6(Math.hypot(simulation ?? 0, estimation ?? 0)),
      interval: [decimals6(interval[0]), decimals6(interval[1])],
    };
  };
  const figures = [
    ...summary.outcomes.flatMap((own) => figureOf('outcome', { id: own.id }, own.share, own)),
    ...summary.outcome_groups.flatMap((own) => figureOf('group', { id: own.id }, own.share, own)),
    ...summary.measures.flatMap((own) => figureOf('measure', { id: own.id }, own.mean, own)),
    ...summary.curves.flatMap(({ id, points }) =>
      points.flatMap((own) => figureOf('curve', { id, step: own.step }, own.share, own)),
    ),
  ];
  if (figures.length === 0) return undefined;
  return {
    respondents: isOfBaseline ? 'baseline' : 'all',
    ...(reason !== undefined && { reason, mix: mixOf(definition, model) }),
    agents: agentCount,
    figures,
  };
}

type BaselineFit = Pick<RecipeFit, 'baseline_reason' | 'baseline_with_own_values'>;

/** Finds the mean expected values of the rows, each with its own parameter values. */
function expectedValues(definition: WorkflowDefinition, model: Model, all: Int32Array) {
  const expected = expectRows(definition, model, all);
  const means = Array.from({ length: expected.targets }, (_, at) =>
    weightedMean(expected, model.simulationWeights, [at]),
  );
  return lookup(definition, means, (parts) => parts.reduce((sum, part) => sum + part, 0));
}

/** Finds the observed values of some rows. A value is undefined if the data do not contain it. */
function observedValues(definition: WorkflowDefinition, { bound }: Model, selected: Int32Array) {
  const values = bound.observed(selected).map((value) => (value && !Number.isNaN(value.value) ? value : undefined));
  return lookup(definition, values, (parts) => combinedValue(parts.map((part) => [part, 1])));
}

/** Finds a value by its figure, among values in the order of the targets. @param sum value of a group of outcomes */
function lookup<Value>(
  definition: WorkflowDefinition,
  values: readonly (Value | undefined)[],
  sum: (parts: Value[]) => Value,
) {
  const targets = targetsOf(definition);
  const groups = new Map(definition.outcome_groups?.map(({ id, outcomes }) => [id, outcomes]));
  const valueOf = (kind: Kind, id: string, step?: number): Value | undefined => {
    if (kind === 'group') {
      const parts = (groups.get(id) ?? []).map((outcome) => valueOf('outcome', outcome));
      return parts.includes(undefined) ? undefined : sum(parts as Value[]);
    }
    const at = targets.findIndex(
      (own) => own.kind === kind && own.id === id && (own.kind !== 'curve' || own.step === step),
    );
    return values[at];
  };
  return valueOf;
}

/** Share of all respondents with each value of the parameters that the data vary, most frequent first. */
function mixOf(
  { scenario: { parameters } }: WorkflowDefinition,
  { rows, simulationWeights }: Model,
): NonNullable<Baseline['mix']> {
  const weights = rows.scenarios.map(() => 0);
  rows.scenarioOf.forEach((scenario, row) => (weights[scenario]! += simulationWeights[row]!));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return parameters.flatMap(({ id }) => {
    const byValue = new Map<number | string, number>();
    rows.scenarios.forEach((scenario, k) =>
      byValue.set(scenario[id]!, (byValue.get(scenario[id]!) ?? 0) + weights[k]!),
    );
    if (byValue.size < 2) return [];
    const values = Array.from(byValue, ([value, weight]) => ({ value, share: decimals6(weight / total) }));
    return [{ parameter: id, values: values.sort((a, b) => b.share - a.share).slice(0, maxMixValues) }];
  });
}
