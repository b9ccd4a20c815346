import { streamKey } from '../../engine/random/stream-key.js';
import {
  drawNetwork,
  type Network,
  type NetworkParameters,
} from '../../engine/families/diffusion/contacts/draw-network.js';
import {
  type Contacts,
  networkStatistics,
  type NetworkStatistics,
} from '../../engine/families/diffusion/contacts/network-statistics.js';
import { type NetworkDefinition } from '../../engine/families/diffusion/schema.js';

/** How many agents a trial network has: enough that its statistics hold still to about a hundredth. */
const AGENTS = 8_000;
const ROUNDS = 4;
const HALVINGS = 10;

type Knob = 'returned' | 'closed' | 'popularity';

/** Each knob moves one statistic most, upwards. */
const KNOBS: readonly { knob: Knob; statistic: keyof Omit<NetworkStatistics, 'contacts'>; most: number }[] = [
  { knob: 'popularity', statistic: 'namedDeviation', most: 3 },
  { knob: 'returned', statistic: 'reciprocity', most: 1 },
  { knob: 'closed', statistic: 'transitivity', most: 1 },
];

/**
 * The network of a definition from one that was seen: group sizes and numbers of contacts are taken over, and the chances to name back and
 * to name contacts of contacts and the spread of popularity are found so that drawn networks have the reciprocity, the transitivity and the
 * spread of namings that were seen (method of simulated moments, one knob after the other by bisection). Deterministic.
 *
 * @param groups group of each person, numbered from 0
 * @param contacts of each person, each of the person's own group
 */
export function fitNetwork(groups: ArrayLike<number>, contacts: Contacts): NetworkDefinition {
  const seen = networkStatistics(contacts);
  const sizes = new Map<number, number>();
  for (let person = 0; person < groups.length; person++)
    sizes.set(groups[person]!, (sizes.get(groups[person]!) ?? 0) + 1);
  const group_sizes = [...sizes.values()].sort((a, b) => a - b);
  const shape = { group_sizes, contacts: rounded(seen.contacts), returned: 0.2, closed: 0.2, popularity: 0.5 };
  for (let round = 0; round < ROUNDS; round++) {
    for (const { knob, statistic, most } of KNOBS) {
      let [low, high] = [0, most];
      for (let halving = 0; halving < HALVINGS; halving++) {
        shape[knob] = (low + high) / 2;
        if (networkStatistics(contactsOf(trial(shape)))[statistic] < seen[statistic]) low = shape[knob];
        else high = shape[knob];
      }
    }
  }
  return {
    ...shape,
    returned: round(shape.returned),
    closed: round(shape.closed),
    popularity: round(shape.popularity),
    observed: {
      reciprocity: round(seen.reciprocity),
      transitivity: round(seen.transitivity),
      named_deviation: round(seen.namedDeviation),
    },
  };
}

function trial(shape: NetworkParameters): Network {
  return drawNetwork(shape, streamKey(0, 'fit-network'), AGENTS);
}

export function contactsOf({ degrees, contacts, maxContacts }: Network): number[][] {
  return Array.from(degrees, (degree, agent) => [
    ...contacts.subarray(agent * maxContacts, agent * maxContacts + degree),
  ]);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

/** To six digits, the last taking what is missing to 1. */
function rounded(shares: readonly number[]): number[] {
  const cut = shares.map((share) => Number(share.toFixed(6)));
  const rest = cut.slice(0, -1).reduce((sum, share) => sum + share, 0);
  return [...cut.slice(0, -1), Number((1 - rest).toFixed(6))];
}
