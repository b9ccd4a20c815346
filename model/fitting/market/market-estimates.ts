import type { Evidence } from '../../definition.js';
import type { AdoptionFit } from '../bass.js';
import { digits8 } from '../evidence/round.js';
import { robustLocation } from './forecast.js';
import type { MarketCoefficients } from './read-technologies.js';

/** Estimates of one market, independent of other markets. */
export interface MarketEstimates {
  /** Coefficients: log p, log q, and m as a share. */
  readonly ids: readonly string[];
  readonly values: readonly number[];
  /** ids × ids, row-major order; 0 for parameters at a bound. */
  readonly covariance: readonly number[];
}

const percentScale = 100;

/** Estimates of a market from its Bass curve. */
export function marketEstimatesOf(
  coefficients: MarketCoefficients,
  { p, q, m, covariance }: AdoptionFit,
): MarketEstimates {
  const scale = [1, 1, 1 / percentScale];
  return {
    ids: [coefficients.log_innovation, coefficients.log_imitation, coefficients.potential],
    values: [Math.log(p), Math.log(q), m / percentScale],
    covariance: Array.from(covariance, (value, k) => value * scale[Math.floor(k / 3)]! * scale[k % 3]!),
  };
}

/**
 * Estimates of a market without readings: the median of the other markets, with the variation between markets as
 * uncertainty.
 */
export function pooledEstimates(coefficients: MarketCoefficients, fits: readonly AdoptionFit[]): MarketEstimates {
  const locations = [
    robustLocation(fits.map(({ p }) => Math.log(p))),
    robustLocation(fits.map(({ q }) => Math.log(q))),
    robustLocation(fits.map(({ m }) => m / percentScale)),
  ];
  return {
    ids: [coefficients.log_innovation, coefficients.log_imitation, coefficients.potential],
    values: locations.map(({ median }) => median),
    covariance: locations.flatMap((row, i) => locations.map((_, k) => (i === k ? row.deviation ** 2 : 0))),
  };
}

/** Standard errors of all estimates, and the covariance of those that are not at a bound. */
export function uncertaintyOf(groups: readonly MarketEstimates[]): Pick<Evidence, 'estimates' | 'covariance'> {
  const errorOf = ({ covariance, ids }: MarketEstimates, k: number) => Math.sqrt(covariance[k * ids.length + k]!);
  const free = groups.flatMap((group, g) =>
    group.ids.flatMap((id, k) => (errorOf(group, k) > 0 ? [{ id, group, g, k }] : [])),
  );
  return {
    estimates: groups.flatMap((group) =>
      group.ids.map((coefficient, k) => ({
        coefficient,
        estimate: digits8(group.values[k]!),
        standard_error: digits8(errorOf(group, k)),
      })),
    ),
    covariance: {
      method:
        'separately for each market: inverse of the second derivatives of the sum of squares; for markets estimated from the others: variation between markets',
      coefficients: free.map(({ id }) => id),
      matrix: free.map((row) =>
        free.map((column) =>
          row.g === column.g ? digits8(row.group.covariance[row.k * row.group.ids.length + column.k]!) : 0,
        ),
      ),
    },
  };
}
