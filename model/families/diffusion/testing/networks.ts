import type { NetworkParameters } from '../contacts/draw-network.js';

/** Parameters of a network with groups of three sizes, in which popular agents and contacts of contacts are named more often. */
export const shape: NetworkParameters = {
  group_sizes: [12, 20, 31],
  contacts: [0.1, 0.2, 0.3, 0.25, 0.15],
  returned: 0.25,
  closed: 0.5,
  popularity: 0.8,
};
