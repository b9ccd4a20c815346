import type { components } from '../api/types';
import type { IntervalKind } from './linear-estimate';

/** Parts of the error of a figure, as standard errors. Null: unknown, and not in the interval. */
export type ErrorParts = components['schemas']['Errors'];

const partNames: Record<keyof ErrorParts, string> = {
  simulation: 'the simulation error (a finite number of agents)',
  estimation: 'the estimation error (a finite data set)',
  population: 'the error of the synthetic population',
  model: 'the error of the model on held-out data',
  targets: 'the error of the calibration targets',
};

const kindNotes: Record<IntervalKind, string> = {
  exact: 'The 95% interval follows directly from the interval of one share, which the service states.',
  conservative:
    'The interval is a conservative bound, not a 95% interval: the service does not state how the errors of several shares are correlated. The 95% interval is at most this wide.',
  none: 'There is no interval, because the service states none for a share that the measure needs.',
};

/** States which errors an interval contains, and which it does not. */
export function intervalNote(kinds: readonly IntervalKind[], errors: readonly ErrorParts[]): string {
  const shown = (['none', 'conservative', 'exact'] as const).filter((kind) => kinds.includes(kind));
  const notes = shown.map((kind) => kindNotes[kind]);
  if (shown.every((kind) => kind === 'none')) return notes.join(' ');
  const named = Object.keys(partNames) as (keyof ErrorParts)[];
  const parts = named.filter((part) => errors.some((each) => each[part] !== undefined));
  const known = parts.filter((part) => errors.every((each) => each[part] !== null));
  const unknown = parts.filter((part) => !known.includes(part));
  const contains = known.length > 0 ? [`It contains ${listed(known.map((part) => partNames[part]))}.`] : [];
  const missing = [...unknown.map((part) => partNames[part]), 'errors in your own values'];
  return [...notes, ...contains, `It does not contain ${listed(missing)}.`].join(' ');
}

/** "a", "a and b" or "a, b and c". */
export function listed(items: readonly string[]): string {
  return items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
