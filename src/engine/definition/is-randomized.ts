import type { Evidence } from './evidence.schema.js';
import type { Parameter } from './scenario.schema.js';

/** Kinds of data whose authors assigned the conditions of each respondent. */
const assignedKinds: ReadonlySet<Evidence['data']['kind']> = new Set(['experiment', 'stated_preference']);

/**
 * Whether the data assigned the values of a parameter at random. Otherwise a difference between its values is an association, which can have
 * other causes. Default: true for experiments and stated preferences.
 */
export function isRandomized(
  { randomized }: Pick<Parameter, 'randomized'>,
  { data: { kind } }: { data: Pick<Evidence['data'], 'kind'> },
): boolean {
  return randomized ?? assignedKinds.has(kind);
}
