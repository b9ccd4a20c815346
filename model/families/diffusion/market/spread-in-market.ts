import type { RandomErrors } from '../diffusion.run.js';
import { log, exp } from '../../../math/elementary.js';
import type { CompiledEquations } from '../../../equations/compile-equations.js';
import { evaluateEquations } from '../../../equations/evaluate-equations.js';
import type { LinearModel } from '../../../equations/linear-model.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import { marketEquations } from '../diffusion.schema.js';

/** Rates and shares of each agent in a fully mixed market, by row. */
export interface MarketRates {
  /** Rate of adoption per period that does not depend on other agents. */
  readonly innovation: Float64Array;
  /** Rate of adoption per period through imitation if the whole market spreads the adoption. */
  readonly imitation: Float64Array;
  /** Probability of belonging to the market. */
  readonly potential: Float64Array;
  /** Probability of adoption before the first period. */
  readonly start: Float64Array;
  /** Rate per period at which agents stop spreading the adoption. `undefined` if they never stop. */
  readonly recovery: Float64Array | undefined;
}

/** Result by agent, in forward steps. */
export interface MarketTrajectory {
  /** Step of adoption: 0 for the start, number of steps + 1 for never. */
  readonly adoptedAt: Int32Array;
  /** Last step in which an agent spreads the adoption. */
  readonly spreadUntil: Int32Array | undefined;
  /** Share of the market that spreads the adoption at the beginning of each step: `[step - 1]`. */
  readonly spreading: Float64Array;
}

/** Agents of the market with equal rates that had not adopted at the start. */
interface RiskGroup {
  readonly innovation: number;
  readonly imitation: number;
  /** Rows in ascending order of reluctance. */
  readonly rows: Int32Array;
  /** Probability of no adoption so far. */
  survival: number;
  /** Number of agents that have adopted: the first `adopted` rows. */
  adopted: number;
}

/**
 * Simulates adoption in a fully mixed market. In each step, an agent of the market adopts with probability
 * (innovation + imitation × share that spreads the adoption) ÷ steps per period. Without recovery, this is the Bass model
 * dA/dt = (p + q·A/m)·(m - A) in forward steps. With recovery and without innovation, it is the SIR epidemic model.
 * Sources: Bass, "A new product growth for model consumer durables", Management Science 15 (1969); Kermack and McKendrick, "A contribution to
 * the mathematical theory of epidemics", Proceedings of the Royal Society A 115 (1927).
 *
 * @param steps total number of forward steps
 * @param afterStep called after each step
 */
export function spreadInMarket(
  rates: MarketRates,
  errors: RandomErrors,
  steps: number,
  stepsPerPeriod: number,
  afterStep: (step: number) => void,
): MarketTrajectory {
  const { potential, start } = rates;
  const count = potential.length;
  const adoptedAt = new Int32Array(count).fill(steps + 1);
  const stopping = new Int32Array(steps + 2);
  const spreadUntil = rates.recovery && new Int32Array(count).fill(-1);
  let [marketSize, spreaders] = [0, 0];
  const adopt = (row: number, step: number) => {
    adoptedAt[row] = step;
    spreaders++;
    if (!spreadUntil) return;
    const last = step + spreadingSteps(rates.recovery[row]! / stepsPerPeriod, errors.recoveryDraw[row]!, steps);
    spreadUntil[row] = last;
    if (last <= steps) stopping[last] = stopping[last]! + 1;
  };
  for (let row = 0; row < count; row++) {
    marketSize += potential[row]!;
    if (errors.place[row]! < Math.min(start[row]!, potential[row]!)) adopt(row, 0);
  }
  const groups = riskGroupsOf(rates, errors, adoptedAt, steps);
  const spreading = new Float64Array(steps);
  for (let step = 1; step <= steps; step++) {
    const share = marketSize > 0 ? spreaders / marketSize : 0;
    spreading[step - 1] = share;
    for (const group of groups) {
      const probability = (group.innovation + group.imitation * share) / stepsPerPeriod;
      group.survival *= probability < 1 ? 1 - probability : 0;
      while (group.adopted < group.rows.length && errors.reluctance[group.rows[group.adopted]!]! < 1 - group.survival)
        adopt(group.rows[group.adopted++]!, step);
    }
    spreaders -= stopping[step]!;
    afterStep(step);
  }
  return { adoptedAt, spreadUntil, spreading };
}

/** Steps for which an agent spreads the adoption, at least 1: a geometric variate. */
function spreadingSteps(probability: number, recoveryDraw: number, steps: number): number {
  if (probability >= 1) return 1;
  if (probability <= 0) return steps + 1;
  return Math.min(steps + 1, Math.floor(log(recoveryDraw) / log(1 - probability)) + 1);
}

/** One group if all agents have the same rates; otherwise one group per agent. */
function riskGroupsOf(
  { innovation, imitation, potential }: MarketRates,
  errors: RandomErrors,
  adoptedAt: Int32Array,
  steps: number,
) {
  const candidates = errors.order.filter((row) => adoptedAt[row]! > steps && errors.place[row]! < potential[row]!);
  const groupOf = (rows: Int32Array): RiskGroup => ({
    innovation: innovation[rows[0]!]!,
    imitation: imitation[rows[0]!]!,
    rows,
    survival: 1,
    adopted: 0,
  });
  const haveSameRates = innovation.every((p, row) => p === innovation[0] && imitation[row] === imitation[0]);
  if (!haveSameRates) return Array.from(candidates, (row) => groupOf(Int32Array.of(row)));
  return candidates.length > 0 ? [groupOf(candidates)] : [];
}

/**
 * Cumulative probability of adoption after each step, `[step - 1]`, of an agent of the market that has not adopted at the start.
 *
 * @param spreading share of the market that spreads the adoption in each step
 */
export function adoptionProbabilities(
  innovation: number,
  imitation: number,
  spreading: Float64Array,
  stepsPerPeriod: number,
): Float64Array {
  let survival = 1;
  return spreading.map((share) => {
    const probability = (innovation + imitation * share) / stepsPerPeriod;
    survival *= probability < 1 ? 1 - probability : 0;
    return 1 - survival;
  });
}

/**
 * Step in which an agent of the market adopts; number of steps + 1 for never.
 *
 * @param spreading share of the market that spreads the adoption in each step
 */
export function adoptionStep(
  innovation: number,
  imitation: number,
  spreading: Float64Array,
  stepsPerPeriod: number,
  reluctance: number,
): number {
  let survival = 1;
  for (let step = 1; step <= spreading.length; step++) {
    const probability = (innovation + imitation * spreading[step - 1]!) / stepsPerPeriod;
    survival *= probability < 1 ? 1 - probability : 0;
    if (reluctance < 1 - survival) return step;
  }
  return spreading.length + 1;
}

// Bound once: Jest gives each test file its own global object, which makes each lookup of `Math` slow.
const { max, min } = Math;

type Equation = (typeof marketEquations)[number];

/** Converts the value of each equation to a rate or a share (inverse link). `absent` is the rate or share of an equation without terms. */
const inverseLinks: Record<Equation, { convert: (value: number) => number; absent: number }> = {
  log_innovation: { convert: rateOf, absent: 0 },
  log_imitation: { convert: rateOf, absent: 0 },
  potential: { convert: asShare, absent: 1 },
  start: { convert: asShare, absent: 0 },
  log_recovery: { convert: rateOf, absent: 0 },
};

/** With a rate above the number of steps, all adopt in the next step. Greater rates have no other effect, and stay finite. */
const maxLogRate = 300;

function rateOf(value: number): number {
  return exp(min(maxLogRate, value));
}

function asShare(value: number): number {
  return min(1, max(0, value));
}

function hasTerms({ terms }: Pick<LinearModel, 'terms'>, equation: Equation): boolean {
  return terms.some(({ equations }) => equations.includes(equation));
}

/** Functions that convert the value of each equation to a rate or a share, in the order of `marketEquations`. */
export function rateConverters(model: Pick<LinearModel, 'terms'>): ((value: number) => number)[] {
  return marketEquations.map((equation) => {
    const { convert, absent } = inverseLinks[equation];
    return hasTerms(model, equation) ? convert : () => absent;
  });
}

/** Rates and shares of each agent. @throws EngineError `utility_not_finite` */
export function ratesOf(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  from: number,
): MarketRates {
  const { model } = compiled;
  const values = evaluateEquations(compiled, attributes, assigned, from);
  const [innovation, imitation, potential, start, recovery] = rateConverters(model).map((convert, equation) => {
    // Agents often share one value, so the last conversion is reused.
    let [last, rate] = [NaN, NaN];
    return values.subarray(equation * attributes.count, (equation + 1) * attributes.count).map((value) => {
      if (value !== last) [last, rate] = [value, convert(value)];
      return rate;
    });
  });
  return {
    innovation: innovation!,
    imitation: imitation!,
    potential: potential!,
    start: start!,
    recovery: hasTerms(model, 'log_recovery') ? recovery : undefined,
  };
}
