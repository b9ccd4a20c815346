import type { FamilyFit } from '../../fitting/family-fit.js';
import {
  type ObservedValue,
  combined,
  type Influence,
  influenceBy,
  type SampledRows,
  standardErrorOf,
} from '../../fitting/rows/observed-shares.js';
import { type Rows, valuesAt } from '../../fitting/rows/rows.js';
import type { Hazard } from './hazard.schema.js';
import { binaryScores } from '../../fitting/evidence/scores.js';
import { complementaryLogLog } from '../../fitting/likelihoods/binary-outcomes.js';

const unknownValue: ObservedValue = { value: NaN, standardError: NaN };

/**
 * Durations by the Kaplan-Meier estimator, which includes censored respondents until their last observed period:
 * probabilities of the bands, the mean within all periods, and survival after each period. NaN after the last period
 * with respondents at risk. The standard errors sum the influence of the rows by cluster; for separate respondents they
 * equal Greenwood's formula.
 * Source: Kalbfleisch and Prentice, "The statistical analysis of failure time data" (2002), section 1.4; Reid,
 * "Influence functions for censored data", Annals of Statistics 9 (1981).
 *
 * @param selected positions of the rows
 */
export function observedDurations(
  { outcomes, periods, duration }: Hazard,
  rows: Pick<Rows, 'outcomes'> & SampledRows,
  selected: Int32Array,
): ObservedValue[] {
  const { survival, influences, last } = kaplanMeier(rows, selected, periods);
  const isKnown = (period: number) => period <= last;
  const observed = (value: number, parts: readonly (readonly [period: number, factor: number])[]): ObservedValue => {
    const influence = combined(parts.map(([period, factor]) => [influences[period]!, factor] as const));
    return { value, standardError: standardErrorOf(influence), influence };
  };
  const bands = outcomes.map((outcome, k): ObservedValue => {
    const from = k === 0 ? 0 : outcomes[k - 1]!.until!;
    const until = outcome.until;
    if (!isKnown(until ?? from)) return unknownValue;
    if (until === undefined) return observed(survival[from]!, [[from, 1]]);
    return observed(survival[from]! - survival[until]!, [
      [from, 1],
      [until, -1],
    ]);
  });
  const points = Array.from({ length: periods }, (_, k): ObservedValue =>
    isKnown(k + 1) ? observed(survival[k + 1]!, [[k + 1, 1]]) : unknownValue,
  );
  const steps = Array.from({ length: periods }, (_, t) => t);
  // The mean is the area under the survival curve.
  const area = steps.reduce((sum, t) => sum + survival[t]!, 0);
  const mean = observed(
    area * duration.period_length,
    steps.map((t) => [t, duration.period_length] as const),
  );
  return [...bands, isKnown(periods - 1) ? mean : unknownValue, ...points];
}

/** Survival after each period, the influence of the rows on it, and the last period with respondents at risk. */
function kaplanMeier(rows: Pick<Rows, 'outcomes'> & SampledRows, selected: Int32Array, periods: number) {
  const { outcomes, weights } = rows;
  const [durations, events] = [outcomes['outcome.duration']!, outcomes['outcome.event']!];
  const [atRisk, ended] = [new Float64Array(periods + 2), new Float64Array(periods + 2)];
  const hasEventIn = (row: number, t: number) => events[row] === 1 && durations[row] === t;
  for (const row of selected) {
    const weight = weights?.[row] ?? 1;
    const duration = durations[row]!;
    for (let t = 1; t <= Math.min(duration, periods); t++) atRisk[t]! += weight;
    if (events[row] === 1 && duration <= periods) ended[duration]! += weight;
  }
  const survival = new Float64Array(periods + 1).fill(1);
  /** Influence of each selected row on the logarithm of the survival. */
  const relative = new Float64Array(outcomes['outcome.duration']!.length);
  const influences: Influence[] = [influenceBy(rows, selected, () => 0)];
  let last = 0;
  for (let t = 1; t <= periods; t++) {
    const [n, d] = [atRisk[t]!, ended[t]!];
    survival[t] = n > 0 ? survival[t - 1]! * (1 - d / n) : survival[t - 1]!;
    if (n > d) {
      for (const row of selected) {
        if (durations[row]! < t) continue;
        relative[row]! -= ((weights?.[row] ?? 1) * (Number(hasEventIn(row, t)) - d / n)) / (n - d);
      }
    }
    influences.push(influenceBy(rows, selected, (row) => survival[t]! * relative[row]!));
    if (n > 0 || survival[t] === 0) last = t;
  }
  return { survival, influences, last };
}

/**
 * Durations, given as `outcome.duration` (the last observed period, from 1) and `outcome.event` (1 if the event
 * occurred in it).
 */
export const hazardFit: FamilyFit<Hazard> = {
  expansion: () => 'durations',
  outcomeColumns: () => [['outcome.duration', 'outcome.event']],
  bind({ decision }, rows, { row, event: events }) {
    const eventsAt = (at: Int32Array) => valuesAt(events!, at, new Uint8Array(at.length));
    return {
      equations: ['hazard'],
      constants: ['hazard'],
      hasEqualShares: false,
      kernel: (at) => complementaryLogLog(eventsAt(at)),
      observed: (selected) => observedDurations(decision, rows, selected),
      scores(predicted, byShares) {
        const yes = complementaryLogLog(new Uint8Array(predicted.observations.length).fill(1));
        const weights = Float64Array.from(predicted.observations, (k) => rows.weights?.[row[k]!] ?? 1);
        const weightedEvents = Float64Array.from(eventsAt(predicted.observations), (event, k) => event * weights[k]!);
        return binaryScores(predicted, byShares, yes, weightedEvents, weights);
      },
    };
  },
};
