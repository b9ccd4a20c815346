import type { ObservedValue } from '../family-fit.js';
import type { Rows } from '../../rows/rows.js';
import type { Hazard } from '../../../engine/families/hazard/schema.js';

const unknownValue: ObservedValue = { value: NaN, standardError: NaN };

/**
 * Durations by the Kaplan-Meier estimator, which includes censored respondents until their last observed period:
 * probabilities of the bands, the mean within all periods, and survival after each period. NaN after the last period
 * with respondents at risk. Standard errors by Greenwood's formula.
 * Source: Kalbfleisch and Prentice, "The statistical analysis of failure time data" (2002), section 1.4.
 *
 * @param selected positions of the rows
 */
export function observedDurations(
  { outcomes, periods, duration }: Hazard,
  rows: Rows,
  selected: Int32Array,
): ObservedValue[] {
  const { survival, hazards, last } = kaplanMeier(rows, selected, periods);
  const isKnown = (period: number) => period <= last;
  /** Greenwood's sum over the periods after `from` up to `until`. */
  const greenwood = (from: number, until: number) => {
    let sum = 0;
    for (let t = from + 1; t <= until; t++) sum += hazards[t]!;
    return sum;
  };
  const bands = outcomes.map((outcome, k): ObservedValue => {
    const from = k === 0 ? 0 : outcomes[k - 1]!.until!;
    const until = outcome.until;
    if (!isKnown(until ?? from)) return unknownValue;
    const [survivalBefore, survivalAfter] = [survival[from]!, until === undefined ? 0 : survival[until]!];
    if (survivalBefore === 0) return { value: 0, standardError: 0 };
    const remainingRatio = survivalAfter / survivalBefore;
    const relative =
      (1 - remainingRatio) ** 2 * greenwood(0, from) + remainingRatio ** 2 * greenwood(from, until ?? from);
    return { value: survivalBefore - survivalAfter, standardError: survivalBefore * Math.sqrt(relative) };
  });
  const points = Array.from({ length: periods }, (_, k): ObservedValue => {
    const share = survival[k + 1]!;
    return isKnown(k + 1) ? { value: share, standardError: share * Math.sqrt(greenwood(0, k + 1)) } : unknownValue;
  });
  return [
    ...bands,
    isKnown(periods - 1) ? meanDuration(survival, hazards, periods, duration.period_length) : unknownValue,
    ...points,
  ];
}

/** Area under the survival curve. */
function meanDuration(survival: Float64Array, hazards: Float64Array, periods: number, length: number): ObservedValue {
  let [area, variance] = [0, 0];
  for (let t = periods - 1; t >= 0; t--) {
    // The area after period t scales with the survival through it.
    variance += area * area * hazards[t + 1]! * Number(t + 1 < periods);
    area += survival[t]!;
  }
  return { value: area * length, standardError: Math.sqrt(variance) * length };
}

/**
 * Survival after each period, the terms d / (n·(n - d)) of Greenwood's sum, and the last period with respondents at
 * risk.
 */
function kaplanMeier({ outcomes, weights }: Rows, selected: Int32Array, periods: number) {
  const [durations, events] = [outcomes['outcome.duration']!, outcomes['outcome.event']!];
  const [atRisk, ended] = [new Float64Array(periods + 2), new Float64Array(periods + 2)];
  for (const row of selected) {
    const weight = weights?.[row] ?? 1;
    const duration = durations[row]!;
    for (let t = 1; t <= Math.min(duration, periods); t++) atRisk[t]! += weight;
    if (events[row] === 1 && duration <= periods) ended[duration]! += weight;
  }
  const survival = new Float64Array(periods + 1).fill(1);
  const hazards = new Float64Array(periods + 1);
  let last = 0;
  for (let t = 1; t <= periods; t++) {
    const [n, d] = [atRisk[t]!, ended[t]!];
    survival[t] = n > 0 ? survival[t - 1]! * (1 - d / n) : survival[t - 1]!;
    hazards[t] = n > d ? d / (n * (n - d)) : 0;
    if (n > 0 || survival[t] === 0) last = t;
  }
  return { survival, hazards, last };
}
