import { createHash, type Hash } from 'node:crypto';
import type { Decision } from '../../engine/definition/definition.schema.js';
import type { HoldOut } from '../../engine/definition/evidence.schema.js';
import { familyOf } from '../../engine/families/family-of.js';
import { designAt } from '../design/design-parts.js';
import { fitOf } from '../families/fit-of.js';
import type { Model } from '../fit-sample.js';
import { observationsOf } from '../rows/observations.js';
import type { Table } from '../rows/table.js';
import { totalLikelihood } from '../total-likelihood.js';
import { decimals8 } from './round.js';

/**
 * Log predicted probability of each held-out observation, in the order of the data, and a digest of the held-out rows and their observed
 * outcomes. Models with equal digests predict the same events, so that an ensemble can weight them.
 *
 * @param decision decision of the model, for the ids of its outcomes
 * @param parameters training estimates, in the order of the fit
 */
export function logPredictions(
  { bound, rows, observations, design }: Model,
  parameters: Float64Array,
  data: Table,
  decision: Decision,
): NonNullable<HoldOut['log_predictions']> {
  const tested = observationsOf(observations, rows.test);
  const values = Array.from(tested, (observation) => {
    const at = Int32Array.of(observation);
    const own = designAt(design, at, rows, observations);
    const kernel = bound.kernel(at);
    const value = bound.mixture
      ? Math.log(bound.mixture.probabilities(own, kernel, parameters)[0]!)
      : totalLikelihood(own, kernel).value(parameters);
    return Math.min(0, decimals8(value));
  });
  const hash = createHash('sha256');
  addRows(hash, data, new Set(Array.from(rows.test, (row) => rows.lines[row]!)));
  addObserved(hash, { rows, observations }, tested, decision);
  return { data_digest: hash.digest('hex'), values };
}

/** Adds all columns of the rows at these lines of the file. */
function addRows(hash: Hash, { columns, lines }: Table, selected: ReadonlySet<number>): void {
  const names = [...columns.keys()].sort();
  hash.update(JSON.stringify(names));
  for (let row = 0; row < lines.length; row++) {
    if (!selected.has(lines[row]!)) continue;
    hash.update(JSON.stringify(names.map((name) => columns.get(name)![row])));
  }
}

/** Adds the outcomes that each observation can have, and the observed one: the same rows can be observations of different events. */
function addObserved(
  hash: Hash,
  { rows, observations }: Pick<Model, 'rows' | 'observations'>,
  tested: Int32Array,
  decision: Decision,
): void {
  const ids = familyOf(decision)
    .outcomes(decision)
    .map(({ id }) => id);
  const names = Object.keys(rows.outcomes).sort();
  const isNumber = fitOf(decision).outcomeIsNumber ?? false;
  hash.update(JSON.stringify([ids.toSorted(), names]));
  for (const observation of tested) {
    const row = observations.row[observation]!;
    const observed = names.map((name) => {
      const value = rows.outcomes[name]![row]!;
      return name === 'outcome' && !isNumber ? (ids[value] ?? null) : value;
    });
    hash.update(JSON.stringify([observed, observations.event?.[observation] ?? null]));
  }
}
