import { type IssueList } from '../../definition/issue-list.js';
import { type Hazard } from './schema.js';

/** The bands must cover every period once, and the last those for whom it never ends. */
export function checkHazard(list: IssueList, { outcomes, periods }: Hazard): void {
  const path = ['decision', 'outcomes'];
  list.unique(
    path,
    outcomes.map(({ id }) => id),
    'outcome',
  );
  let before = 0;
  outcomes.forEach(({ id, until }, index) => {
    const at = [...path, index, 'until'];
    if (index === outcomes.length - 1) {
      if (until !== undefined)
        list.add(at, `"${id}" is the last band, for those still there at the end, so it has no "until"`);
      return;
    }
    if (until === undefined) list.add(at, `"${id}" does not say in which period it ends`);
    else if (until <= before) list.add(at, `"${id}" ends in period ${until}, not after period ${before}`);
    before = until ?? before;
  });
  if (before !== periods) list.add(path, `cover the periods until ${before} of ${periods}`);
}
