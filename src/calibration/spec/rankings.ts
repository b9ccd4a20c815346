import type { SpecIssues } from './spec-error.js';
import type { Spec } from './spec.schema.js';
import type { Variables } from './variables.js';

/** Columns of a wide table with the choices after the first one, by their names in the full spec. */
export function furtherChoices(
  { alternatives }: Spec,
  variables: Variables,
  issues: SpecIssues,
): ReadonlyMap<string, string> {
  const { ranks = [], worst, nests, sampling } = alternatives!;
  if (typeof ranks === 'number') {
    issues.add('alternatives.ranks', 'must be a list of columns, because the file is wide');
    return new Map();
  }
  const named = [
    ...ranks.map((column, k) => ({ path: 'alternatives.ranks', name: `outcome.rank_${k + 2}`, column })),
    ...(worst === undefined ? [] : [{ path: 'alternatives.worst', name: 'outcome.worst', column: worst }]),
  ];
  for (const { path, column } of named) {
    variables.profile(column, path);
    if (nests) issues.add(path, 'cannot be combined with `nests`');
    if (sampling) issues.add(path, 'cannot be combined with `sampling`');
  }
  return new Map(named.map(({ name, column }) => [name, column]));
}
