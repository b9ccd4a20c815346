import { type Network } from './draw-network.js';

/** What agents see of the others before a period. */
export interface Exposure {
  /** How many of an agent's contacts have adopted, and which share; 0 of one without contacts. */
  readonly adoptedContacts: Int32Array;
  readonly exposure: Float64Array;
  /** Of the other members of its group, the share that has adopted. */
  readonly groupShare: Float64Array;
}

export function emptyExposure(count: number): Exposure {
  return {
    adoptedContacts: new Int32Array(count),
    exposure: new Float64Array(count),
    groupShare: new Float64Array(count),
  };
}

/**
 * Reads what agents see before a period into the arrays given.
 *
 * @param adoptedAt period in which each agent adopted; those of `period` and later are not seen yet
 */
export function lookBefore(period: number, adoptedAt: Int32Array, network: Network, seen: Exposure): void {
  const { groups, contacts, most, degrees } = network;
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const [start, end] = [groups.starts[group]!, groups.starts[group + 1]!];
    let inGroup = 0;
    for (let agent = start; agent < end; agent++) if (adoptedAt[agent]! < period) inGroup++;
    const others = Math.max(1, end - start - 1);
    for (let agent = start; agent < end; agent++) {
      const degree = degrees[agent]!;
      const first = agent * most;
      let adopted = 0;
      for (let k = first; k < first + degree; k++) if (adoptedAt[contacts[k]!]! < period) adopted++;
      seen.adoptedContacts[agent] = adopted;
      seen.exposure[agent] = degree > 0 ? adopted / degree : 0;
      seen.groupShare[agent] = (adoptedAt[agent]! < period ? inGroup - 1 : inGroup) / others;
    }
  }
}
