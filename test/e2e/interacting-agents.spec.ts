import type { ApiClient } from '../support/api-client.js';
import { expectReproducibleAgents, type InteractingAgents } from '../support/interacting-agents.js';
import { newCaller } from '../support/shared-service.js';

const workflows: InteractingAgents[] = [
  ['family-planning-network', { seeded_share: 0.1, seeding_strategy: 'most_named' }, /named most often as contacts/],
  ['repeated-pd-cooperation', { reward: 48 }, /Round 1/],
  ['technology-adoption-bass', { technology: 'internet' }, /the internet/],
];

describe('simulations with interacting agents', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it.each(workflows)(
    'A simulation of %s completes with results and transcripts, and the same seed gives the same digest',
    (...workflow) => expectReproducibleAgents(api, workflow),
  );
});
