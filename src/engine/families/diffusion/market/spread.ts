import { type Luck } from '../luck.js';

/** What drives each agent in a market where everybody is a peer, one number for each agent. */
export interface MarketRates {
  /** Chance in a period to adopt unasked, and for every share of the market that passes it on. */
  readonly innovation: Float64Array;
  readonly imitation: Float64Array;
  /** Chance to be in the market at all, and to have it from the start. */
  readonly potential: Float64Array;
  readonly start: Float64Array;
  /** Chance in a period to stop passing it on; nothing where nobody stops. */
  readonly recovery: Float64Array | undefined;
}

/** By forward steps: 0 is the start, one more than there are is never. */
export interface MarketCourse {
  readonly adoptedAt: Int32Array;
  /** The last step in which an agent passes it on. */
  readonly spreadUntil: Int32Array | undefined;
  /** Of the market, the share that passes it on in each step, which those who adopt in that step see: `[step - 1]`. */
  readonly spreading: Float64Array;
}

/** Agents that meet the same chances: those that are in the market and wait, the least reluctant first. */
interface Class {
  readonly innovation: number;
  readonly imitation: number;
  readonly waiting: Int32Array;
  /** The share of them that would still be waiting without any luck, and how many have gone. */
  left: number;
  gone: number;
}

/**
 * Everybody meets everybody: in each step an agent of the market adopts with chance (innovation + imitation × share passing it on) ÷ steps
 * a period. Without recovery that is Bass, dA/dt = (p + q·A/m)·(m - A) in forward steps; with it and without innovation the epidemic of
 * susceptible, infected and recovered.
 * Sources: Bass, "A new product growth for model consumer durables", Management Science 15 (1969); Kermack and McKendrick, "A contribution to
 * the mathematical theory of epidemics", Proceedings of the Royal Society A 115 (1927).
 *
 * @param steps forward steps in all
 * @param afterStep called after each
 */
export function spreadInMarket(
  rates: MarketRates,
  luck: Luck,
  steps: number,
  stepsPerPeriod: number,
  afterStep: (step: number) => void,
): MarketCourse {
  const { potential, start } = rates;
  const count = potential.length;
  const adoptedAt = new Int32Array(count).fill(steps + 1);
  const leaving = new Int32Array(steps + 2);
  const spreadUntil = rates.recovery && new Int32Array(count).fill(-1);
  let [market, now] = [0, 0];
  const adopt = (row: number, step: number) => {
    adoptedAt[row] = step;
    now++;
    if (!spreadUntil) return;
    const last = step + spreadingSteps(rates.recovery[row]! / stepsPerPeriod, luck.haste[row]!, steps);
    spreadUntil[row] = last;
    if (last <= steps) leaving[last] = leaving[last]! + 1;
  };
  for (let row = 0; row < count; row++) {
    market += potential[row]!;
    if (luck.place[row]! < Math.min(start[row]!, potential[row]!)) adopt(row, 0);
  }
  const classes = classesOf(rates, luck, adoptedAt, steps);
  const spreading = new Float64Array(steps);
  for (let step = 1; step <= steps; step++) {
    const share = market > 0 ? now / market : 0;
    spreading[step - 1] = share;
    for (const own of classes) {
      const chance = (own.innovation + own.imitation * share) / stepsPerPeriod;
      own.left *= chance < 1 ? 1 - chance : 0;
      while (own.gone < own.waiting.length && luck.reluctance[own.waiting[own.gone]!]! < 1 - own.left)
        adopt(own.waiting[own.gone++]!, step);
    }
    now -= leaving[step]!;
    afterStep(step);
  }
  return { adoptedAt, spreadUntil, spreading };
}

/** Whole steps after that of adoption, at least one: geometric. */
function spreadingSteps(chance: number, haste: number, steps: number): number {
  if (chance >= 1) return 1;
  if (chance <= 0) return steps + 1;
  return Math.min(steps + 1, Math.floor(Math.log(haste) / Math.log(1 - chance)) + 1);
}

/** One class where all agents have the same rates; else each agent is its own. */
function classesOf(
  { innovation, imitation, potential }: MarketRates,
  luck: Luck,
  adoptedAt: Int32Array,
  steps: number,
) {
  const waiting = luck.order.filter((row) => adoptedAt[row]! > steps && luck.place[row]! < potential[row]!);
  const classOf = (rows: Int32Array): Class => ({
    innovation: innovation[rows[0]!]!,
    imitation: imitation[rows[0]!]!,
    waiting: rows,
    left: 1,
    gone: 0,
  });
  const isAlike = innovation.every((p, row) => p === innovation[0] && imitation[row] === imitation[0]);
  if (!isAlike) return Array.from(waiting, (row) => classOf(Int32Array.of(row)));
  return waiting.length > 0 ? [classOf(waiting)] : [];
}

/** The chance to have adopted after each step for an agent that waits, given the share that passes it on: `[step - 1]`. */
export function chancesAlong(
  innovation: number,
  imitation: number,
  spreading: Float64Array,
  stepsPerPeriod: number,
): Float64Array {
  let left = 1;
  return spreading.map((share) => {
    const chance = (innovation + imitation * share) / stepsPerPeriod;
    left *= chance < 1 ? 1 - chance : 0;
    return 1 - left;
  });
}

/** The step in which an agent of the market adopts, given the share that passes it on; one more than there are for never. */
export function stepOfAdoption(
  innovation: number,
  imitation: number,
  spreading: Float64Array,
  stepsPerPeriod: number,
  reluctance: number,
): number {
  let left = 1;
  for (let step = 1; step <= spreading.length; step++) {
    const chance = (innovation + imitation * spreading[step - 1]!) / stepsPerPeriod;
    left *= chance < 1 ? 1 - chance : 0;
    if (reluctance < 1 - left) return step;
  }
  return spreading.length + 1;
}
