import { type Seen } from '../family-fit.js';
import { type Rows } from '../../rows/rows.js';
import { type Hazard } from '../../../engine/families/hazard/schema.js';

const UNKNOWN: Seen = { value: NaN, error: NaN };

/**
 * How long these people stayed, by Kaplan and Meier, who let those count who were lost from sight for as long as they were seen: chances
 * of the bands, the mean within all periods, the share that stays after each. NaN from the period on in which nobody was left to be seen.
 * Errors by Greenwood's formula. Source: Kalbfleisch and Prentice, "The statistical analysis of failure time data" (2002), section 1.4.
 */
export function staysSeen({ outcomes, periods, duration }: Hazard, rows: Rows, asked: Int32Array): Seen[] {
  const { survival, hazards, last } = kaplanMeier(rows, asked, periods);
  const isKnown = (period: number) => period <= last;
  /** The sum of the squared relative errors of the periods after `from`, to `until`. */
  const greenwood = (from: number, until: number) => {
    let sum = 0;
    for (let t = from + 1; t <= until; t++) sum += hazards[t]!;
    return sum;
  };
  const bands = outcomes.map((outcome, k): Seen => {
    const from = k === 0 ? 0 : outcomes[k - 1]!.until!;
    const until = outcome.until;
    if (!isKnown(until ?? from)) return UNKNOWN;
    const [before, after] = [survival[from]!, until === undefined ? 0 : survival[until]!];
    if (before === 0) return { value: 0, error: 0 };
    const stays = after / before;
    const relative = (1 - stays) ** 2 * greenwood(0, from) + stays ** 2 * greenwood(from, until ?? from);
    return { value: before - after, error: before * Math.sqrt(relative) };
  });
  const points = Array.from({ length: periods }, (_, k): Seen => {
    const share = survival[k + 1]!;
    return isKnown(k + 1) ? { value: share, error: share * Math.sqrt(greenwood(0, k + 1)) } : UNKNOWN;
  });
  return [
    ...bands,
    isKnown(periods - 1) ? meanStay(survival, hazards, periods, duration.period_length) : UNKNOWN,
    ...points,
  ];
}

/** The area under the share that stays. */
function meanStay(survival: Float64Array, hazards: Float64Array, periods: number, length: number): Seen {
  let [area, variance] = [0, 0];
  for (let t = periods - 1; t >= 0; t--) {
    // What lies behind period t depends on all that stayed through it.
    variance += area * area * hazards[t + 1]! * Number(t + 1 < periods);
    area += survival[t]!;
  }
  return { value: area * length, error: Math.sqrt(variance) * length };
}

/** By period: the share that stays after it, and the term d / (n·(n - d)) of Greenwood's sum; and the last period of which anything is known. */
function kaplanMeier({ outcomes, weights }: Rows, asked: Int32Array, periods: number) {
  const [durations, events] = [outcomes['outcome.duration']!, outcomes['outcome.event']!];
  const [seen, ended] = [new Float64Array(periods + 2), new Float64Array(periods + 2)];
  for (const row of asked) {
    const weight = weights?.[row] ?? 1;
    const duration = durations[row]!;
    for (let t = 1; t <= Math.min(duration, periods); t++) seen[t]! += weight;
    if (events[row] === 1 && duration <= periods) ended[duration]! += weight;
  }
  const survival = new Float64Array(periods + 1).fill(1);
  const hazards = new Float64Array(periods + 1);
  let last = 0;
  for (let t = 1; t <= periods; t++) {
    const [n, d] = [seen[t]!, ended[t]!];
    survival[t] = n > 0 ? survival[t - 1]! * (1 - d / n) : survival[t - 1]!;
    hazards[t] = n > d ? d / (n * (n - d)) : 0;
    if (n > 0 || survival[t] === 0) last = t;
  }
  return { survival, hazards, last };
}
