import { type Evidence } from '../../engine/definition/evidence.schema.js';
import { type AdoptionFit } from '../bass.js';
import { digits8 } from '../evidence/round.js';
import { usual } from './forecast.js';
import { type Places } from './technologies.js';

/** Estimates of one market, which have nothing to do with those of others. */
export interface Estimates {
  /** Coefficients: log of p, log of q, and m as a share. */
  readonly ids: readonly string[];
  readonly values: readonly number[];
  /** ids × ids, row by row; 0 for what sits on a bound. */
  readonly covariance: readonly number[];
}

const PERCENT = 100;

export function estimatesOf(places: Places, { p, q, m, covariance }: AdoptionFit): Estimates {
  const scale = [1, 1, 1 / PERCENT];
  return {
    ids: [places.log_innovation, places.log_imitation, places.potential],
    values: [Math.log(p), Math.log(q), m / PERCENT],
    covariance: Array.from(covariance, (value, k) => value * scale[Math.floor(k / 3)]! * scale[k % 3]!),
  };
}

/** A market of which nothing is known but that it is one: the middle of the others, as uncertain as they differ. */
export function usualEstimates(places: Places, fits: readonly AdoptionFit[]): Estimates {
  const of = [
    usual(fits.map(({ p }) => Math.log(p))),
    usual(fits.map(({ q }) => Math.log(q))),
    usual(fits.map(({ m }) => m / PERCENT)),
  ];
  return {
    ids: [places.log_innovation, places.log_imitation, places.potential],
    values: of.map(({ middle }) => middle),
    covariance: of.flatMap((row, i) => of.map((_, k) => (i === k ? row.deviation ** 2 : 0))),
  };
}

/** Standard errors of all, and the covariance of those that sit on no bound. */
export function uncertaintyOf(groups: readonly Estimates[]): Pick<Evidence, 'estimates' | 'covariance'> {
  const errorOf = ({ covariance, ids }: Estimates, k: number) => Math.sqrt(covariance[k * ids.length + k]!);
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
