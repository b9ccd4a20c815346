import { Comparison } from '../evidence/compare.js';
import type { BoundFamily } from '../family-fit.js';
import { binaryLogitFit } from '../../families/binary-logit/binary-logit.fit.js';
import { observedDurations } from '../../families/hazard/hazard.fit.js';
import type { Rows } from './rows.js';
import { type SampledRows, observedMean, observedShares } from './observed-shares.js';

const rowCount = 60;
const allRows = Int32Array.from({ length: rowCount }, (_, row) => row);
const chosen = Int32Array.from(allRows, (row) => Number((row * 7) % 11 < 5));
const values = Float64Array.from(allRows, (row) => (row * 13) % 17);
/** Two answers of each of 30 respondents. */
const pairs = Int32Array.from(allRows, (row) => Math.floor(row / 2));
const once = allRows.filter((row) => row % 2 === 0);

/** The same answers twice for each respondent. */
function repeated<Values extends Int32Array | Float64Array>(of: Values): Values {
  return of.map((_, row) => of[row - (row % 2)]!) as Values;
}

describe('standard errors of observed values', () => {
  it('Separate respondents have the standard error √(share·(1 - share)/n)', () => {
    const [, { value, standardError }] = observedShares(chosen, 2, allRows, {}) as [
      unknown,
      { value: number; standardError: number },
    ];
    expect(standardError).toBeCloseTo(Math.sqrt((value * (1 - value)) / rowCount), 12);
  });

  it('Equal answers of one respondent add no information, apart from the factor G / (G - 1)', () => {
    const twice = observedShares(repeated(chosen), 2, allRows, { clusters: pairs })[1]!;
    const single = observedShares(chosen, 2, once, {})[1]!;
    expect(twice.value).toBeCloseTo(single.value, 12);
    expect(twice.standardError).toBeCloseTo(single.standardError * Math.sqrt(30 / 29), 12);
    expect(observedMean(repeated(values), allRows, { clusters: pairs }).standardError).toBeCloseTo(
      observedMean(values, once, {}).standardError,
      12,
    );
  });

  it('Durations of respondents in one cluster have a larger standard error', () => {
    const decision = { periods: 4, duration: { period_length: 1 }, outcomes: [{ until: 2 }, {}] };
    const outcomes = {
      'outcome.duration': repeated(Float64Array.from(allRows, (row) => 1 + ((row * 7) % 4))),
      'outcome.event': repeated(Float64Array.from(allRows, (row) => Number(row % 3 > 0))),
    };
    const errors = (sample: SampledRows) =>
      observedDurations(decision as never, { outcomes, ...sample }, allRows).map(({ standardError }) => standardError);
    const [separate, clustered] = [errors({}), errors({ clusters: pairs })];
    separate.forEach((error, k) => {
      if (!Number.isNaN(error)) expect(clustered[k]! / error).toBeCloseTo(Math.sqrt(2 * (30 / 29)), 10);
    });
  });

  it('A row with a frequency counts as that many separate respondents', () => {
    const frequencies = Float64Array.from(allRows, (row) => 1 + (row % 3));
    const copies = Int32Array.from([...allRows].flatMap((row) => new Array<number>(frequencies[row]!).fill(row)));
    const everyCopy = Int32Array.from(copies.keys());
    const sample = { weights: frequencies, frequencies };
    const share = observedShares(chosen, 2, allRows, sample)[1]!;
    const expected = observedShares(
      copies.map((row) => chosen[row]!),
      2,
      everyCopy,
      {},
    )[1]!;
    expect(share.standardError).toBeCloseTo(expected.standardError, 12);
    expect(observedMean(values, allRows, sample).standardError).toBeCloseTo(
      observedMean(
        Float64Array.from(copies, (row) => values[row]!),
        everyCopy,
        {},
      ).standardError,
      12,
    );
  });

  it('The scale of sampling weights does not change a standard error', () => {
    const weights = Float64Array.from(allRows, (row) => 0.3 + (row % 5));
    const [one, scaled] = [weights, weights.map((weight) => 1000 * weight)].map(
      (own) => observedShares(chosen, 2, allRows, { weights: own })[1]!.standardError,
    );
    expect(scaled).toBeCloseTo(one!, 12);
  });

  it('The trials of a cell are separate respondents', () => {
    const rows = {
      outcomes: { 'outcome.successes': Float64Array.of(30, 10), 'outcome.trials': Float64Array.of(60, 40) },
      lines: Int32Array.of(1, 2),
      train: Int32Array.of(0, 1),
    } as unknown as Rows;
    const decision = { outcomes: [{ id: 'no' }, { id: 'yes' }] };
    const bound = binaryLogitFit.bind({ decision } as never, rows, {} as never);
    const [, yes] = bound.observed(Int32Array.of(0, 1));
    expect(yes).toMatchObject({ value: 0.4 });
    expect(yes!.standardError).toBeCloseTo(Math.sqrt((0.4 * 0.6) / 100), 12);
  });

  it('The standard error of a difference uses both groups of each respondent', () => {
    const error = (clusters: Int32Array | undefined) => {
      const sample = clusters ? { clusters } : {};
      const bound = {
        observed: (rows: Int32Array) => observedShares(repeated(chosen), 2, rows, sample),
      } as unknown as BoundFamily;
      const ones = new Float64Array(rowCount).fill(1);
      const model = { bound, counts: ones, simulationWeights: ones };
      const comparison = new Comparison(model, [{ kind: 'outcome', id: 'no' }], {
        targets: 1,
        values: new Float64Array(rowCount),
      });
      const others = allRows.filter((row) => row % 2 === 1);
      return comparison.compareDifference(once, others, 0)!.observed_standard_error!;
    };
    // Each respondent gives the same answer in both groups, so the difference is always 0.
    expect(error(pairs)).toBe(0);
    expect(error(undefined)).toBeGreaterThan(0.1);
  });
});
