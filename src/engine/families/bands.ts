import type { IssueList } from '../definition/issue-list.js';
import type { Outcome } from '../model/decision-family.js';

interface Band extends Outcome {
  /** Lowest number of the band. */
  readonly from: number;
}

/**
 * Checks that the bands cover every number of at least 0 once.
 *
 * @param isFirstZero whether the first band is 0 itself, so that the second one has the numbers above 0
 */
export function checkBands(list: IssueList, outcomes: readonly Band[], isFirstZero = false): void {
  const path = ['decision', 'outcomes'];
  list.unique(
    path,
    outcomes.map(({ id }) => id),
    'outcome',
  );
  outcomes.forEach(({ id, from }, index) => {
    const before = outcomes[index - 1];
    const isSecondZero = isFirstZero && index === 1;
    if (!before || isSecondZero) {
      if (from !== 0)
        list.add(
          [...path, index, 'from'],
          `"${id}" is the first band${isSecondZero ? ' above 0' : ''}, so it must start at 0`,
        );
    } else if (from <= before.from)
      list.add(
        [...path, index, 'from'],
        `"${id}" starts at ${from}, which is not above ${before.from}, the start of "${before.id}"`,
      );
  });
}

/** Index of the band that contains a number. @param starts lowest number of each band */
export function bandOf(starts: readonly number[], value: number): number {
  let band = 0;
  while (band + 1 < starts.length && value >= starts[band + 1]!) band++;
  return band;
}
