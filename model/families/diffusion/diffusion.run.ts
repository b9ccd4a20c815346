import { fillUniforms, streamPurposes } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { contactsEquation, type Diffusion, marketEquations, hasContactsProcess } from './diffusion.schema.js';
import type { Column } from '../../columns/column.js';
import type { CurveCount } from '../../equations/decision-family.js';
import { bothSides, countBoth, idsOf, outcomeColumns, type Side } from '../outcome-columns.js';

/** Step of the random stream that these draws use. */
const randomStep = 0;
const drawsPerAgent = 3;

/** Random draws of each agent: uniform numbers in (0, 1), the same under scenario and baseline. */
export interface RandomErrors {
  /**
   * An agent adopts as soon as its cumulative probability of adoption exceeds its reluctance. The distribution of adoption times is the same
   * as with a new draw in each period. In addition, a greater probability in a period never delays the adoption of any agent.
   * Source of the construction: Sellke, "On the asymptotic distribution of the size of a stochastic epidemic", Journal of Applied Probability 20 (1983).
   */
  readonly reluctance: Float64Array;
  /** Rows in ascending order of reluctance. */
  readonly order: Int32Array;
  /**
   * Agents with a place below `start` have adopted before the first period. Agents with a place below `potential` belong to the market.
   */
  readonly place: Float64Array;
  /** Determines how long an agent spreads the adoption: the higher the draw, the shorter. */
  readonly recoveryDraw: Float64Array;
}

/** Draws the random errors of the agents of a situation. */
export function drawRandomErrors({ key, from, to, replicate }: Situation): RandomErrors {
  const count = to - from;
  const draws = new Float64Array(drawsPerAgent * count);
  fillUniforms(key, streamPurposes.choice, randomStep, drawsPerAgent, from, to, draws, replicate);
  const drawOf = (slot: number) => draws.subarray(slot * count, (slot + 1) * count);
  return { reluctance: drawOf(0), order: ascendingOrder(drawOf(0)), place: drawOf(1), recoveryDraw: drawOf(2) };
}

/**
 * Rows of numbers in (0, 1) in ascending order of the numbers. Bucket sort followed by insertion sort: linear time for uniform numbers.
 */
export function ascendingOrder(numbers: Float64Array): Int32Array {
  const count = numbers.length;
  const ends = new Int32Array(count + 1);
  const bucketOf = (row: number) => Math.floor(numbers[row]! * count);
  for (let row = 0; row < count; row++) ends[bucketOf(row) + 1]!++;
  for (let bucket = 0; bucket < count; bucket++) ends[bucket + 1]! += ends[bucket]!;
  const order = new Int32Array(count);
  for (let row = 0; row < count; row++) order[ends[bucketOf(row)]!++] = row;
  for (let k = 1; k < count; k++) {
    const row = order[k]!;
    let position = k;
    for (; position > 0 && numbers[order[position - 1]!]! > numbers[row]!; position--)
      order[position] = order[position - 1]!;
    order[position] = row;
  }
  return order;
}

/** Returns the equations of a diffusion as a linear model. */
export function diffusionModel(decision: Diffusion): LinearModel {
  return {
    equations: hasContactsProcess(decision) ? [contactsEquation] : marketEquations,
    coefficients: decision.coefficients,
    variables: [],
    terms: decision.terms.map(({ equation, ...term }) => ({ ...term, equations: [equation] })),
    ancillary: [],
  };
}

/** Adoption times and probabilities of one run of a diffusion, by agent. */
export interface Trajectory {
  /** Period in which each agent adopted: 0 for before the first period, number of periods + 1 for never. */
  readonly adoptedAt: Int32Array;
  /**
   * Probability of adoption by the end of each band (every outcome except the last), given the adoptions of the other agents:
   * `[band * count + row]`.
   */
  readonly probabilities: Float64Array;
  /** Last period at the end of which each agent still spread the adoption. Absent if agents never stop. */
  readonly spreadUntil?: Int32Array | undefined;
}

/** Last period of each band (every outcome except the last). */
export function bandEnds({ outcomes }: Diffusion): number[] {
  return outcomes.slice(0, -1).map(({ by }) => by ?? 0);
}

/** Makes a function from a period of adoption, as in `Trajectory`, to the index of the outcome. */
export function outcomeCodeFunction(decision: Diffusion): (period: number) => number {
  const ends = bandEnds(decision);
  return (period) => {
    let code = 0;
    while (code < ends.length && period > ends[code]!) code++;
    return code;
  };
}

/** Whole periods that each agent spent without adoption: 0 for adoption in the first period. */
export function waitingPeriods({ periods }: Diffusion, adoptedAt: Int32Array): Float64Array {
  return Float64Array.from(adoptedAt, (period) => Math.max(0, Math.min(period - 1, periods.count)));
}

/** Result columns that every diffusion has, for the scenario and the baseline. */
export function trajectoryColumns(decision: Diffusion, scenario: Trajectory, baseline: Trajectory): Column[] {
  const trajectories = { scenario, baseline };
  const results = bothSides((side) => ({
    outcomes: Uint8Array.from(trajectories[side].adoptedAt, outcomeCodeFunction(decision)),
    probabilities: outcomeProbabilities(trajectories[side]),
    measure: waitingPeriods(decision, trajectories[side].adoptedAt),
  }));
  const columns = (name: string, values: Int32Array | undefined): Column[] =>
    values ? [{ name, type: 'int32', values }] : [];
  return [
    ...outcomeColumns(idsOf(decision), results, decision.wait.id),
    ...columns('adopted_at', scenario.adoptedAt),
    ...columns('baseline_adopted_at', baseline.adoptedAt),
    ...columns('spread_until', scenario.spreadUntil),
    ...columns('baseline_spread_until', baseline.spreadUntil),
  ];
}

/** Probability of each outcome: `[outcome * count + row]`. */
function outcomeProbabilities({ probabilities, adoptedAt: { length: count } }: Trajectory): Float64Array {
  return Float64Array.from({ length: probabilities.length + count }, (_, at) => {
    const before = at < count ? 0 : probabilities[at - count]!;
    return (probabilities[at] ?? 1) - before;
  });
}

/**
 * Counts of agents that had adopted by each period, from period 0 (before the first). If the runs record `spreadUntil`, a second curve counts
 * the agents that spread the adoption in each period.
 */
export function countAdoption({ periods }: Diffusion, times: Readonly<Record<Side, AdoptionTimes>>): CurveCount[][] {
  const agents = times.scenario.adoptedAt.length;
  const steps = Array.from({ length: periods.count + 1 }, (_, period) => period);
  const adopted = steps.map((period) => countBoth(agents, (side, row) => times[side].adoptedAt[row]! <= period));
  if (!times.scenario.spreadUntil) return [adopted];
  const spreading = steps.map((period) =>
    countBoth(agents, (side, row) => {
      const { adoptedAt, spreadUntil } = times[side];
      return adoptedAt[row]! <= period && period <= spreadUntil![row]!;
    }),
  );
  return [adopted, spreading];
}

/** Columns of one run that curves are counted from; see `Trajectory`. */
export interface AdoptionTimes {
  readonly adoptedAt: ArrayLike<number>;
  readonly spreadUntil?: ArrayLike<number> | undefined;
}

/** Outcome shares, mean waiting time and curve points of one run, in the order of an `Expectation`. */
export function trajectoryMeans(
  decision: Diffusion,
  { adoptedAt, spreadUntil }: Omit<Trajectory, 'probabilities'>,
): Float64Array {
  const agents = adoptedAt.length;
  const { count } = decision.periods;
  const [began, ended] = [new Float64Array(count + 2), new Float64Array(count + 2)];
  for (let row = 0; row < agents; row++) {
    began[adoptedAt[row]!]! += 1 / agents;
    const last = spreadUntil?.[row] ?? count;
    if (adoptedAt[row]! <= count && last < count) ended[Math.max(last, adoptedAt[row]! - 1) + 1]! += 1 / agents;
  }
  const adopted = runningSum(began).subarray(0, count + 1);
  const stopped = runningSum(ended);
  const bands = bandEnds(decision).map((end) => adopted[end]!);
  const shares = [...bands, 1].map((share, band) => share - (bands[band - 1] ?? 0));
  // The mean of `waitingPeriods` is the sum of the shares that had not adopted by each period.
  const wait = adopted.reduce((sum, share, period) => sum + (period > 0 ? 1 - share : 0), 0);
  const spreading = spreadUntil ? adopted.map((share, period) => share - stopped[period]!) : [];
  return Float64Array.of(...shares, wait, ...adopted, ...spreading);
}

function runningSum(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Rows of the agents that adopted until a period or step, in the order of their adoption. */
export function adoptersUntil(last: number, adoptedAt: Int32Array): number[] {
  return Array.from(adoptedAt.keys())
    .filter((row) => adoptedAt[row]! <= last)
    .sort((a, b) => adoptedAt[a]! - adoptedAt[b]! || a - b);
}
