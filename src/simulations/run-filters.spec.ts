import { runKinds } from './kinds/index.js';
import { allCompletedBit, bitsOf, canceledBit } from './run-filters.js';
import { isGroup } from './run.kind.js';
import { simulationStatuses, type RunStatus } from './run.state.js';

const childCount = 2;

/** All counts of up to three simulations or blocks for each status. */
const counts = Array.from({ length: 4 ** simulationStatuses.length }, (_, at) =>
  simulationStatuses.map((_status, position) => Math.floor(at / 4 ** position) % 4),
);

describe('the filter of runs by status', () => {
  const groups = runKinds().flatMap(({ name, work }) => (isGroup(work) ? [{ name, work }] : []));

  it.each(groups)('A filter selects each $name with the status that its record shows', ({ work }) => {
    const selected = new Map(simulationStatuses.map((status) => [status, new Set(bitsOf({ work }, status))]));
    for (const own of counts)
      for (const isCanceled of [false, true]) {
        const byStatus = Object.fromEntries(simulationStatuses.map((status, at) => [status, own[at]]));
        const all = byStatus as Record<RunStatus, number>;
        const bits =
          own.reduce((sum, count, at) => sum | (Number(count > 0) << at), 0) |
          (Number(isCanceled) << canceledBit) |
          (Number(all.completed > childCount) << allCompletedBit);
        const found = simulationStatuses.filter((status) => selected.get(status)!.has(bits));
        expect(found).toEqual([work.statusOf(all, isCanceled, childCount)]);
      }
  });

  it('The kinds with simulations or blocks are those with a status of their own', () => {
    expect(groups.map(({ name }) => name)).toEqual(['sweep', 'large_simulation']);
    expect(bitsOf({ work: 'agents' }, 'completed')).toEqual([]);
  });
});
