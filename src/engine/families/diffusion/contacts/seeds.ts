import { type Scenario } from '../../../definition/scenario.schema.js';
import { type ContactsProcess, type Strategy, STRATEGIES } from '../schema.js';
import { type Network } from './draw-network.js';

/** What a scenario says of who has adopted before the first period. */
export interface Seeding {
  /** Of each group. */
  readonly share: number;
  readonly strategy: Strategy;
}

export function seedingOf({ seeding }: ContactsProcess, scenario: Scenario): Seeding {
  const strategy = STRATEGIES.find((known) => seeding && known === scenario[seeding.strategy]);
  return { share: seeding ? Number(scenario[seeding.share]) : 0, strategy: strategy ?? 'at_random' };
}

/**
 * Who is seeded: 1 or 0 for each agent. In each group the share of its members who come first in the order of the strategy, rounded down or up
 * by the group's own number; so that a greater share only ever adds agents, and every strategy seeds as many.
 *
 * @param place each agent's own number, which orders those who are alike to a strategy
 */
export function seededAgents({ share, strategy }: Seeding, network: Network, place: Float64Array): Uint8Array {
  const { starts } = network.groups;
  const seeded = new Uint8Array(place.length);
  if (share <= 0) return seeded;
  for (let group = 0; group + 1 < starts.length; group++) {
    const [start, end] = [starts[group]!, starts[group + 1]!];
    const size = end - start;
    const most = Math.floor(share * size + network.rounding[group]!);
    const members = Array.from({ length: size }, (_, k) => start + k).sort((a, b) => place[a]! - place[b]!);
    for (const agent of ordered(strategy, members, network).slice(0, most)) seeded[agent] = 1;
  }
  return seeded;
}

/** @param members by their own numbers */
function ordered(strategy: Strategy, members: readonly number[], network: Network): readonly number[] {
  switch (strategy) {
    case 'at_random':
      return members;
    case 'most_named':
      // Sorting keeps the order of equals.
      return [...members].sort((a, b) => network.named[b]! - network.named[a]!);
    case 'together':
      return circleByCircle(members, network);
  }
}

/** The first member, then its contacts, then theirs, until nobody is left to reach; then the next member in the same way. */
function circleByCircle(members: readonly number[], { contacts, most, degrees }: Network): number[] {
  const reached = new Set<number>();
  for (const first of members) {
    if (reached.has(first)) continue;
    reached.add(first);
    const circle = [first];
    for (let k = 0; k < circle.length; k++) {
      const agent = circle[k]!;
      for (const contact of contacts.subarray(agent * most, agent * most + degrees[agent]!)) {
        if (reached.has(contact)) continue;
        reached.add(contact);
        circle.push(contact);
      }
    }
  }
  return [...reached];
}
