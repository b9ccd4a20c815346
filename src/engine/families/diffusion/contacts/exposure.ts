import { type Network } from './draw-network.js';

/** What agents see of the others before a period. */
export interface Exposure {
  /** How many of an agent's contacts have adopted, and which share; 0 of one without contacts. */
  readonly adoptedContacts: Int32Array;
  readonly exposure: Float64Array;
  /** Of the other members of its group, the share that has adopted. */
  readonly groupShare: Float64Array;
}

/** @param adoptedAt period in which each agent adopted; those of `period` and later are not seen yet */
export function exposureBefore(period: number, adoptedAt: Int32Array, network: Network): Exposure {
  const { groups, contacts, most, degrees } = network;
  const count = adoptedAt.length;
  const inGroup = new Int32Array(groups.starts.length - 1);
  for (let agent = 0; agent < count; agent++)
    if (adoptedAt[agent]! < period) inGroup[groups.of[agent]!] = inGroup[groups.of[agent]!]! + 1;
  const adoptedContacts = new Int32Array(count);
  const exposure = new Float64Array(count);
  const groupShare = new Float64Array(count);
  for (let agent = 0; agent < count; agent++) {
    const degree = degrees[agent]!;
    let adopted = 0;
    for (let k = 0; k < degree; k++) if (adoptedAt[contacts[agent * most + k]!]! < period) adopted++;
    adoptedContacts[agent] = adopted;
    exposure[agent] = degree > 0 ? adopted / degree : 0;
    const group = groups.of[agent]!;
    const others = groups.starts[group + 1]! - groups.starts[group]! - 1;
    const own = adoptedAt[agent]! < period ? 1 : 0;
    groupShare[agent] = others > 0 ? (inGroup[group]! - own) / others : 0;
  }
  return { adoptedContacts, exposure, groupShare };
}
