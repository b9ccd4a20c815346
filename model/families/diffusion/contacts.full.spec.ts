import { contactsOf, fitNetwork } from '../../fitting/network/fit-network.js';
import { streamKey } from '../../random/stream-key.js';
import { drawNetwork, networkStatistics } from './contacts/draw-network.js';
import { shape } from './testing/networks.js';

describe('a drawn network', () => {
  it('A network fitted to the statistics of a drawn network reproduces reciprocity, transitivity and in-degree deviation', () => {
    const size = 40_000;
    const network = drawNetwork(shape, streamKey(3, 'network'), size);
    const contacts = contactsOf(network);
    const observed = networkStatistics(contacts);
    const fitted = fitNetwork(network.groups.groupOf, contacts);
    const refitted = networkStatistics(contactsOf(drawNetwork(fitted, streamKey(4, 'network'), size)));
    expect(refitted.reciprocity).toBeCloseTo(observed.reciprocity, 1.5);
    expect(refitted.transitivity).toBeCloseTo(observed.transitivity, 1.5);
    expect(refitted.namedDeviation / observed.namedDeviation).toBeCloseTo(1, 1.3);
  });
});
