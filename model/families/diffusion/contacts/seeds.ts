import type { Scenario } from '../../../definition/scenario.schema.js';
import { type ContactsProcess, type SeedingStrategy, seedingStrategies } from '../diffusion.schema.js';
import type { Network } from './draw-network.js';

/** Agents that have adopted before the first period, according to a scenario. */
export interface Seeding {
  /** Share of each group. */
  readonly share: number;
  readonly strategy: SeedingStrategy;
}

/** Reads the seeding from a scenario. Without seeding parameters the share is 0. */
export function seedingOf({ seeding }: ContactsProcess, scenario: Scenario): Seeding {
  const strategy = seedingStrategies.find((known) => seeding && known === scenario[seeding.strategy]);
  return { share: seeding ? Number(scenario[seeding.share]) : 0, strategy: strategy ?? 'at_random' };
}

/**
 * Selects the seeded agents: 1 or 0 for each agent. In each group, the first members in the order of the strategy are seeded, up to the share.
 * The group's random draw decides whether their number is rounded up or down. A greater share therefore only adds agents, and every strategy
 * seeds the same number.
 *
 * @param place random draw of each agent, which breaks ties within a strategy
 */
export function seededAgents({ share, strategy }: Seeding, network: Network, place: Float64Array): Uint8Array {
  const { starts } = network.groups;
  const seeded = new Uint8Array(place.length);
  if (share <= 0) return seeded;
  for (let group = 0; group + 1 < starts.length; group++) {
    const [start, end] = [starts[group]!, starts[group + 1]!];
    const size = end - start;
    const seedCount = Math.floor(share * size + network.rounding[group]!);
    const members = Array.from({ length: size }, (_, k) => start + k).sort((a, b) => place[a]! - place[b]!);
    for (const agent of inSeedingOrder(strategy, members, network).slice(0, seedCount)) seeded[agent] = 1;
  }
  return seeded;
}

/** @param members in ascending order of their random draws */
function inSeedingOrder(strategy: SeedingStrategy, members: readonly number[], network: Network): readonly number[] {
  switch (strategy) {
    case 'at_random':
      return members;
    case 'most_named':
      // The sort is stable, so ties stay in random order.
      return [...members].sort((a, b) => network.named[b]! - network.named[a]!);
    case 'together':
      return breadthFirst(members, network);
  }
}

/** Breadth-first order along contacts from the first member, then from the next member not yet reached. */
function breadthFirst(members: readonly number[], { contacts, maxContacts, degrees }: Network): number[] {
  const reached = new Set<number>();
  for (const first of members) {
    if (reached.has(first)) continue;
    reached.add(first);
    const queue = [first];
    for (let k = 0; k < queue.length; k++) {
      const agent = queue[k]!;
      for (const contact of contacts.subarray(agent * maxContacts, agent * maxContacts + degrees[agent]!)) {
        if (reached.has(contact)) continue;
        reached.add(contact);
        queue.push(contact);
      }
    }
  }
  return [...reached];
}
