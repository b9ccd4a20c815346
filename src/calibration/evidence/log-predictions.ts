import { createHash } from 'node:crypto';
import type { HoldOut } from '../../engine/definition/evidence.schema.js';
import { designAt } from '../design/design-parts.js';
import type { Model } from '../fit-sample.js';
import { observationsOf } from '../rows/observations.js';
import type { Table } from '../rows/table.js';
import { totalLikelihood } from '../total-likelihood.js';
import { decimals8 } from './round.js';

/**
 * Log predicted probability of each held-out observation, in the order of the data, and a digest of the held-out rows. Models with equal
 * digests predict the same rows, so that an ensemble can weight them.
 *
 * @param parameters training estimates, in the order of the fit
 */
export function logPredictions(
  { bound, rows, observations, design }: Model,
  parameters: Float64Array,
  data: Table,
): NonNullable<HoldOut['log_predictions']> {
  const values = Array.from(observationsOf(observations, rows.test), (observation) => {
    const at = Int32Array.of(observation);
    const own = designAt(design, at, rows, observations);
    const kernel = bound.kernel(at);
    const value = bound.mixture
      ? Math.log(bound.mixture.probabilities(own, kernel, parameters)[0]!)
      : totalLikelihood(own, kernel).value(parameters);
    return Math.min(0, decimals8(value));
  });
  return { data_digest: digestOf(data, new Set(Array.from(rows.test, (row) => rows.lines[row]!))), values };
}

/** SHA-256 of all columns of the rows at these lines of the file. */
function digestOf({ columns, lines }: Table, selected: ReadonlySet<number>): string {
  const hash = createHash('sha256');
  const names = [...columns.keys()].sort();
  hash.update(JSON.stringify(names));
  for (let row = 0; row < lines.length; row++) {
    if (!selected.has(lines[row]!)) continue;
    hash.update(JSON.stringify(names.map((name) => columns.get(name)![row])));
  }
  return hash.digest('hex');
}
