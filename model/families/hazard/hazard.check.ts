import type { IssueList } from '../../definition/issue-list.js';
import type { Hazard } from './hazard.schema.js';

/** Checks that the bands cover every period once and that the last band is for agents still in the state at the end. */
export function checkHazard(list: IssueList, { outcomes, periods }: Hazard): void {
  const path = ['decision', 'outcomes'];
  list.unique(
    path,
    outcomes.map(({ id }) => id),
    'outcome',
  );
  let before = 0;
  outcomes.forEach(({ id, until }, index) => {
    const untilPath = [...path, index, 'until'];
    if (index === outcomes.length - 1) {
      if (until !== undefined)
        list.add(
          untilPath,
          `"${id}" is the last band, for agents still in the state at the end, so it must not have "until"`,
        );
      return;
    }
    if (until === undefined) list.add(untilPath, `"${id}" needs "until", its last period`);
    else if (until <= before)
      list.add(untilPath, `"${id}" ends in period ${until}, which is not after period ${before}`);
    before = until ?? before;
  });
  if (before !== periods) list.add(path, `must cover all ${periods} periods, but end at period ${before}`);
}
