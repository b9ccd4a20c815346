import { type IssueList } from '../../definition/issue-list.js';
import { type Counts } from './schema.js';

/** The bands must cover every count once. */
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
        `"${id}" starts at ${from}, not above ${before.from} where "${before.id}" does`,
      );
  });
}
