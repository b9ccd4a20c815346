import type { Network } from './draw-network.js';

/** Adoption among the contacts and the group of each agent before a period. */
export interface Exposure {
  /** Number of contacts that have adopted. */
  readonly adoptedContacts: Int32Array;
  /** Share of contacts that have adopted; 0 for an agent without contacts. */
  readonly exposure: Float64Array;
  /** Share of the other members of the group that have adopted. */
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
 * Computes the exposure of all agents before a period and writes it into `exposure`.
 *
 * @param adoptedAt period in which each agent adopted; adoptions in `period` and later do not count
 */
export function fillExposure(period: number, adoptedAt: Int32Array, network: Network, exposure: Exposure): void {
  const { groups, contacts, maxContacts, degrees } = network;
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const [start, end] = [groups.starts[group]!, groups.starts[group + 1]!];
    let inGroup = 0;
    for (let agent = start; agent < end; agent++) if (adoptedAt[agent]! < period) inGroup++;
    const others = Math.max(1, end - start - 1);
    for (let agent = start; agent < end; agent++) {
      const degree = degrees[agent]!;
      const first = agent * maxContacts;
      let adopted = 0;
      for (let k = first; k < first + degree; k++) if (adoptedAt[contacts[k]!]! < period) adopted++;
      exposure.adoptedContacts[agent] = adopted;
      exposure.exposure[agent] = degree > 0 ? adopted / degree : 0;
      exposure.groupShare[agent] = (adoptedAt[agent]! < period ? inGroup - 1 : inGroup) / others;
    }
  }
}
