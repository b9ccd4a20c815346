import type { Column } from '../columns/column.js';
import { type CompiledEquations, type Coefficients, withCoefficients } from '../equations/compile-equations.js';
import type { AgentFigures, FigureOptions } from '../equations/agent-figures.js';
import type {
  CompiledDecision,
  CurveCount,
  DecisionOutput,
  Expectation,
  Outcome,
} from '../equations/decision-family.js';
import { evaluateEquations } from '../equations/evaluate-equations.js';
import type { Situation } from '../population/situation.js';
import type { IssueList } from '../definition/issue-list.js';
import { EngineError } from '../engine-error.js';
import { exp } from '../math/elementary.js';

export type Side = 'scenario' | 'baseline';

/** Computes a value under the scenario and under the baseline. */
export function bothSides<Value>(compute: (side: Side) => Value): Readonly<Record<Side, Value>> {
  return { scenario: compute('scenario'), baseline: compute('baseline') };
}

/** Computes results of the agents of a situation under both sides from the values of the equations, `[equation * rows + row]`. */
export function fromEquations<Value>(
  compiled: Readonly<Record<Side, CompiledEquations>>,
  { attributes, assigned, from }: Situation,
  compute: (values: Float64Array, side: Side) => Value,
): Readonly<Record<Side, Value>> {
  return bothSides((side) => compute(evaluateEquations(compiled[side], attributes, assigned[side], from), side));
}

/** Expectations for each set of coefficients, from the means under each side as in {@link fromEquations}. */
export function expectations(
  compiled: Readonly<Record<Side, CompiledEquations>>,
  situation: Situation,
  draws: readonly Coefficients[],
  meansOf: (values: Float64Array, draw: Coefficients, side: Side) => Float64Array,
): Expectation[] {
  return draws.map((draw) => {
    const drawn = bothSides((side) => withCoefficients(compiled[side], draw));
    return fromEquations(drawn, situation, (values, side) => meansOf(values, draw, side));
  });
}

/** Results of all agents under one scenario: the requested one or the baseline. */
interface ScenarioResults {
  /** Index of each agent's outcome, by row. */
  readonly outcomes: Uint8Array;
  /** Probability of each outcome: `[outcome * rows + row]`. */
  readonly probabilities: Float64Array;
  /** Value of the measure, by row. Default: no measure. */
  readonly measure?: Float64Array | undefined;
  /** Mean of the measure given the attributes of the agent, by row. Default: unknown. */
  readonly expected?: Float64Array | undefined;
}

/**
 * Result columns that every family has, each for the scenario and the baseline: outcomes, probabilities and at most one measure.
 *
 * @param ids ids of the outcomes
 * @param details columns of the family after the outcomes
 */
export function outcomeColumns(
  ids: readonly string[],
  results: Readonly<Record<Side, ScenarioResults>>,
  measure = '',
  details: readonly Column[] = [],
): Column[] {
  const both = [
    ['', results.scenario],
    ['baseline_', results.baseline],
  ] as const;
  const numbers = (kind: 'measure' | 'expected') =>
    both.flatMap(([prefix, { [kind]: values }]): Column[] =>
      values ? [{ name: `${prefix}${kind}.${measure}`, type: 'float64', values }] : [],
    );
  return [
    ...both.map(([prefix, { outcomes: values }]): Column => ({
      name: `${prefix}outcome`,
      type: 'category',
      categories: ids,
      values,
    })),
    ...details,
    ...both.flatMap(([prefix, { probabilities }]) => blockColumns(`${prefix}probability`, ids, probabilities)),
    ...numbers('measure'),
    ...numbers('expected'),
  ];
}

/** Parts of most families: independent agents, whose outcomes the definition lists, without states, measures and curves. */
export const familyDefaults = {
  interacting: false,
  equationWord: 'equation',
  reasons: 'typical',
  states: [],
  outcomes: ({ outcomes }: { readonly outcomes: readonly Outcome[] }) => outcomes,
  measures: () => [],
  curves: () => [],
  countCurves: () => [],
} as const;

/** Binds the functions of a family to a compiled decision. */
export const boundDecision = <Compiled>(
  compiled: Compiled,
  run: (compiled: Compiled, situation: Situation) => DecisionOutput,
  expect: (compiled: Compiled, situation: Situation, draws: readonly Coefficients[]) => Expectation[],
  figures: (compiled: Compiled, situation: Situation, side: Side, options: FigureOptions) => AgentFigures,
): CompiledDecision => ({
  run: (situation) => run(compiled, situation),
  expect: (situation, draws) => expect(compiled, situation, draws),
  figures: (situation, side, options) => figures(compiled, situation, side, options),
});

export const idsOf = ({ outcomes }: { readonly outcomes: readonly Outcome[] }) => outcomes.map(({ id }) => id);

/**
 * Splits an array of blocks into one column per block, without copying.
 *
 * @param values `[block * rows + row]`
 */
export function blockColumns(prefix: string, ids: readonly (string | number)[], values: Float64Array): Column[] {
  const rows = values.length / ids.length;
  return ids.map((id, k) => ({
    name: `${prefix}.${id}`,
    type: 'float64',
    values: values.subarray(k * rows, (k + 1) * rows),
  }));
}

/** Mean of each block of rows. @param values `[block * rows + row]` */
export function blockMeans(values: Float64Array, rows: number): Float64Array {
  const means = new Float64Array(values.length / rows);
  for (let block = 0; block < means.length; block++) {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += values[block * rows + row]!;
    means[block] = sum / rows;
  }
  return means;
}

interface Band extends Outcome {
  /** Lowest number of the band. */
  readonly from: number;
}

/**
 * Checks that the bands cover every number of at least 0 once.
 *
 * @param isFirstZero whether the first band is 0 itself, so that the second one has the numbers above 0
 */
export function checkBands(list: IssueList, outcomes: readonly Band[], isFirstZero = false): void {
  const path = ['decision', 'outcomes'];
  list.unique(path, outcomes, 'outcome');
  outcomes.forEach(({ id, from }, index) => {
    const before = outcomes[index - 1];
    const isSecondZero = isFirstZero && index === 1;
    if (!before || isSecondZero) {
      if (from !== 0)
        list.add(
          [...path, index, 'from'],
          `"${id}" is the first band${isSecondZero ? ' above 0' : ''}, so it must start at 0`,
        );
    } else if (from <= before.from)
      list.add(
        [...path, index, 'from'],
        `"${id}" starts at ${from}, which is not above ${before.from}, the start of "${before.id}"`,
      );
  });
}

/** Index of the band that contains a number. @param starts lowest number of each band */
export function bandOf(starts: readonly number[], value: number): number {
  let band = 0;
  while (band + 1 < starts.length && value >= starts[band + 1]!) band++;
  return band;
}

/** Greatest accepted mean of a measure. */
export interface MeanLimit {
  readonly most: number;
  /** Names the measure in errors: `count`. */
  readonly noun: string;
  /** `most` in words. */
  readonly words: string;
}

/**
 * Converts log means to means.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function meansOf(logs: Float64Array, firstAgent: number, limit: MeanLimit): Float64Array {
  return limited(logs.map(exp), firstAgent, limit);
}

/**
 * Returns the means if all are accepted.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function limited(means: Float64Array, firstAgent: number, { most, noun, words }: MeanLimit): Float64Array {
  const row = means.findIndex((mean) => !(mean <= most));
  if (row < 0) return means;
  const agent = firstAgent + row;
  throw new EngineError('mean_too_great', `The mean ${noun} of agent ${agent} is above ${words}.`, { agent });
}

/**
 * Converts log means to means for coefficients drawn from their covariance. An extreme draw can exceed the greatest accepted mean. It is
 * then capped, so that the draw still counts as extreme.
 */
export function cappedMeansOf(logs: Float64Array, { most }: MeanLimit): Float64Array {
  return logs.map((log) => Math.min(exp(log), most));
}

/** Counts the agents to which a condition applies under the scenario, under the baseline, and under both. */
export function countBoth(agents: number, applies: (side: Side, row: number) => boolean): CurveCount {
  let [count, baseline, both] = [0, 0, 0];
  for (let row = 0; row < agents; row++) {
    const [inScenario, inBaseline] = [applies('scenario', row), applies('baseline', row)];
    if (inScenario) count++;
    if (inBaseline) baseline++;
    if (inScenario && inBaseline) both++;
  }
  return { count, baseline, both };
}
