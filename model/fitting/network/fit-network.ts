import { streamKey } from '../../random/stream-key.js';
import {
  drawNetwork,
  type Network,
  type NetworkParameters,
  type Contacts,
  networkStatistics,
  type NetworkStatistics,
} from '../../families/diffusion/contacts/draw-network.js';
import type { NetworkDefinition } from '../../families/diffusion/diffusion.schema.js';

/** Agents of a trial network: enough to determine its statistics to about 0.01. */
const trialAgents = 8_000;
const maxRounds = 4;
const maxHalvings = 10;

type ShapeParameter = 'returned' | 'closed' | 'popularity';

/** Shape parameters with the statistic that each mainly increases. */
const shapeParameters: readonly {
  parameter: ShapeParameter;
  statistic: keyof Omit<NetworkStatistics, 'contacts'>;
  maxContacts: number;
}[] = [
  { parameter: 'popularity', statistic: 'namedDeviation', maxContacts: 3 },
  { parameter: 'returned', statistic: 'reciprocity', maxContacts: 1 },
  { parameter: 'closed', statistic: 'transitivity', maxContacts: 1 },
];

/**
 * Network parameters of a definition, estimated from an observed network. Group sizes and numbers of contacts come from
 * the data. The probabilities of returned and closed contacts and the spread of popularity reproduce the observed
 * reciprocity, transitivity and deviation of nominations in simulated networks. The method of simulated moments adjusts
 * one parameter after the other by bisection. Deterministic.
 *
 * @param groups group of each respondent, numbered from 0
 * @param contacts contacts of each respondent, all in the respondent's group
 */
export function fitNetwork(groups: ArrayLike<number>, contacts: Contacts): NetworkDefinition {
  const observed = networkStatistics(contacts);
  const sizes = new Map<number, number>();
  for (let person = 0; person < groups.length; person++)
    sizes.set(groups[person]!, (sizes.get(groups[person]!) ?? 0) + 1);
  const group_sizes = [...sizes.values()].sort((a, b) => a - b);
  const shape = { group_sizes, contacts: rounded(observed.contacts), returned: 0.2, closed: 0.2, popularity: 0.5 };
  for (let round = 0; round < maxRounds; round++) {
    for (const { parameter, statistic, maxContacts } of shapeParameters) {
      let [low, high] = [0, maxContacts];
      for (let halving = 0; halving < maxHalvings; halving++) {
        shape[parameter] = (low + high) / 2;
        if (networkStatistics(contactsOf(trial(shape)))[statistic] < observed[statistic]) low = shape[parameter];
        else high = shape[parameter];
      }
    }
  }
  return {
    ...shape,
    returned: round(shape.returned),
    closed: round(shape.closed),
    popularity: round(shape.popularity),
    observed: {
      reciprocity: round(observed.reciprocity),
      transitivity: round(observed.transitivity),
      named_deviation: round(observed.namedDeviation),
    },
  };
}

function trial(shape: NetworkParameters): Network {
  return drawNetwork(shape, streamKey(0, 'fit-network'), trialAgents);
}

/** Contacts of each agent as lists. */
export function contactsOf({ degrees, contacts, maxContacts }: Network): number[][] {
  return Array.from(degrees, (degree, agent) => [
    ...contacts.subarray(agent * maxContacts, agent * maxContacts + degree),
  ]);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

/** Shares with six digits; the last one absorbs the rounding error, so that they sum to 1. */
function rounded(shares: readonly number[]): number[] {
  const cut = shares.map((share) => Number(share.toFixed(6)));
  const rest = cut.slice(0, -1).reduce((sum, share) => sum + share, 0);
  return [...cut.slice(0, -1), Number((1 - rest).toFixed(6))];
}
