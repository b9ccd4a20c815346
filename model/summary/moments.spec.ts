import { join } from 'node:path';
import fc from 'fast-check';
import { kernel } from '../kernel/kernel.js';
import type { FigureMoments } from './errors.js';
import { type FigureValues, momentsByGroups } from './moments.js';
import { bundledForBrowsers, loadWithoutWebAssembly } from '../../test/support/browser-modules.js';
import { sampleSize } from '../../test/support/full-level.js';

const agent = fc.record({ code: fc.integer({ min: -1, max: 999 }), value: fc.double({ min: 0, max: 1, noNaN: true }) });
// Lengths around the rows of one call of the kernel, and divisions into more groups than it can count.
const agents = fc.oneof(
  fc.array(agent, { minLength: 1, maxLength: 60 }),
  fc.array(agent, { minLength: 1_023, maxLength: 1_026 }),
);
const groups = fc.constantFrom(1, 2, 5, 254, 255, 256, 300);
const figures = fc.constantFrom(1, 2, 16, 17);

let withoutKernel: { kernel: typeof kernel; momentsByGroups: typeof momentsByGroups };

beforeAll(async () => {
  const paths = ['moments.ts', '../kernel/kernel.ts'].map((path) => join(import.meta.dirname, path));
  withoutKernel = loadWithoutWebAssembly(await bundledForBrowsers(paths));
});

describe('momentsByGroups', () => {
  it('The moments of a group are those of its agents alone, with and without the kernel, bit for bit', () => {
    expect([kernel(), withoutKernel.kernel()]).toEqual([expect.anything(), undefined]);
    fc.assert(
      fc.property(agents, fc.array(groups, { minLength: 1, maxLength: 3 }), figures, (list, sizes, size) => {
        const groupings = sizes.map((count) => ({
          groupOf: list.map(({ code }) => (code < 0 ? code : code % count)),
          groups: count,
        }));
        const all = momentsByGroups(valuesOf(list, size), groupings);
        expect(all).toEqual(withoutKernel.momentsByGroups(valuesOf(list, size), groupings));
        groupings.forEach(({ groupOf, groups: count }, k) => {
          expect(all[k]).toHaveLength(count);
          for (const group of new Set(groupOf.slice(0, 10))) {
            if (group < 0) continue;
            const members = list.filter((_, row) => groupOf[row] === group);
            const alone = [{ groupOf: members.map(() => 0), groups: 1 }];
            expect(all[k]![group]).toEqual(withoutKernel.momentsByGroups(valuesOf(members, size), alone)[0]![0]);
          }
        });
      }),
      { numRuns: sampleSize(20, 60) },
    );
  });

  it('A group without agents has no mean, and equal values have a deviation of 0', () => {
    const scenario = Float64Array.of(0.1, 0.1, 0.1, 0.7);
    const groupings = [{ groupOf: Int8Array.of(0, 0, 0, -1), groups: 2 }];
    const [[first, second]] = momentsByGroups([{ scenario, baseline: scenario }], groupings) as [FigureMoments[][]];
    expect(first![0]!.difference.mean).toBe(0);
    expect(first![0]!.scenario.mean).toBe(0.1);
    expect(second![0]!.scenario.mean).toBeNaN();
  });
});

function valuesOf(list: readonly { value: number; code: number }[], size: number): FigureValues[] {
  return Array.from({ length: size }, (_, figure) => ({
    scenario: Float64Array.from(list, ({ value }) => value / (figure + 1)),
    baseline: Float64Array.from(list, ({ value, code }) => value / (figure + 3) + (code % 3)),
  }));
}
