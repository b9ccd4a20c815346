import type { IssueList } from '../../definition/issue-list.js';
import type { Counts } from './counts.schema.js';

/** Checks that the bands cover every count once. */
export function checkCounts(list: IssueList, { outcomes }: Counts): void {
  const path = ['decision', 'outcomes'];
  list.unique(
    path,
    outcomes.map(({ id }) => id),
    'outcome',
  );
  outcomes.forEach(({ id, from }, index) => {
    const before = outcomes[index - 1];
    if (!before && from !== 0) list.add([...path, index, 'from'], `"${id}" is the first band, so it must start at 0`);
    if (before && from <= before.from)
      list.add(
        [...path, index, 'from'],
        `"${id}" starts at ${from}, which is not above ${before.from}, the start of "${before.id}"`,
      );
  });
}
