import { contactsOf, fitNetwork } from '../../../fitting/network/fit-network.js';
import { streamKey } from '../../../random/stream-key.js';
import { drawNetwork, networkStatistics } from './draw-network.js';
import { shape } from '../testing/networks.js';
import { sampleSize, itInFullLevel } from '../../../../test/support/full-level.js';

describe('a drawn network', () => {
  const size = sampleSize(10_000, 40_000);
  const network = drawNetwork(shape, streamKey(3, 'network'), size);
  const contacts = contactsOf(network);

  it('A drawn network links each agent only to other members of its group, and to each at most once', () => {
    const { groupOf } = network.groups;
    const isValid = (own: readonly number[], agent: number) =>
      !own.includes(agent) &&
      new Set(own).size === own.length &&
      own.every((other) => groupOf[other] === groupOf[agent]);
    expect(contacts.filter((own, agent) => !isValid(own, agent))).toEqual([]);
  });

  it('A drawn network has the requested group sizes and contact counts', () => {
    const { starts } = network.groups;
    const sizes = Array.from(starts.subarray(1, -1), (end, group) => end - starts[group]!);
    for (const size of shape.group_sizes)
      expect(sizes.filter((own) => own === size).length / sizes.length).toBeCloseTo(1 / 3, 1);
    networkStatistics(contacts).contacts.forEach((share, degree) =>
      expect(Math.abs(share - shape.contacts[degree]!)).toBeLessThan(4 * Math.sqrt(0.25 / size)),
    );
  });

  it('A drawn network is the same for any number of agents, except for the truncated last group', () => {
    const few = drawNetwork(shape, streamKey(3, 'network'), 1_000);
    const whole = few.groups.starts.at(-2)!;
    expect(contactsOf(few).slice(0, whole)).toEqual(contacts.slice(0, whole));
  });

  it('Another replicate of the random errors gives another network', () => {
    const other = drawNetwork(shape, streamKey(3, 'network'), 1_000, 1);
    expect(contactsOf(other)).not.toEqual(contacts.slice(0, 1_000));
  });

  it('In groups smaller than the contact count, each agent names all other members', () => {
    const crowded = { ...shape, group_sizes: [3, 1], contacts: [0, 0, 0, 0, 1] };
    const drawn = drawNetwork(crowded, streamKey(1, 'network'), 500);
    const { groupOf, starts } = drawn.groups;
    contactsOf(drawn).forEach((own, agent) =>
      expect(own.length).toBe(starts[groupOf[agent]! + 1]! - starts[groupOf[agent]!]! - 1),
    );
  });

  itInFullLevel(
    'A network fitted to the statistics of a drawn network reproduces reciprocity, transitivity and in-degree deviation',
    () => {
      const size = 40_000;
      const network = drawNetwork(shape, streamKey(3, 'network'), size);
      const contacts = contactsOf(network);
      const observed = networkStatistics(contacts);
      const fitted = fitNetwork(network.groups.groupOf, contacts);
      const refitted = networkStatistics(contactsOf(drawNetwork(fitted, streamKey(4, 'network'), size)));
      expect(refitted.reciprocity).toBeCloseTo(observed.reciprocity, 1.5);
      expect(refitted.transitivity).toBeCloseTo(observed.transitivity, 1.5);
      expect(refitted.namedDeviation / observed.namedDeviation).toBeCloseTo(1, 1.3);
    },
  );
});
