import type { ApiClient } from '../support/api-client.js';
import { expectReproducibleAgents } from '../support/interacting-agents.js';
import { newCaller } from '../support/shared-service.js';

describe('simulations with interacting agents', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it('A simulation of hybrid-corn-network completes with results and transcripts, and the same seed gives the same digest', () =>
    expectReproducibleAgents(api, ['hybrid-corn-network', { contacts_weight: 0.5 }, /other farmers in my village/]));
});
