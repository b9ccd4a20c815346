import fc from 'fast-check';
import { momentsByGroup } from './moments.js';
import { rowsByGroup } from './rows-by-group.js';

const groups = 4;
const agents = fc.array(
  fc.record({ group: fc.integer({ min: -1, max: groups - 1 }), scenario: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { maxLength: 200 },
);

describe('rowsByGroup', () => {
  it('Each group has its agents in ascending order, and agents in no group are left out', () => {
    fc.assert(
      fc.property(agents, (list) => {
        const { rows, starts } = rowsByGroup({ groupOf: list.map(({ group }) => group), groups });
        for (let group = 0; group < groups; group++) {
          const own = [...list.keys()].filter((row) => list[row]!.group === group);
          expect([...rows.subarray(starts[group], starts[group + 1])]).toEqual(own);
        }
        expect(starts[groups]).toBe(rows.length);
      }),
    );
  });

  it('The moments of a group are those of its agents alone, bit for bit', () => {
    fc.assert(
      fc.property(agents, (list) => {
        const groupOf = list.map(({ group }) => group);
        const values = (own: typeof list) => ({
          scenario: own.map(({ scenario }) => scenario),
          baseline: own.map(({ scenario }) => scenario / 3),
        });
        const all = momentsByGroup(values(list), rowsByGroup({ groupOf, groups }));
        all.forEach((moments, group) => {
          const members = list.filter((agent) => agent.group === group);
          if (members.length === 0) return;
          const alone = rowsByGroup({ groupOf: members.map(() => 0), groups: 1 });
          expect(moments).toEqual(momentsByGroup(values(members), alone)[0]);
        });
      }),
    );
  });
});
