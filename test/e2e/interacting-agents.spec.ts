import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { type AgentRecord, simulate } from '../support/simulations.js';

/** Each with a scenario that is not its baseline, and what some transcript must tell. */
const workflows = [
  ['family-planning-network', { seeded_share: 0.1, seeding_strategy: 'most_named' }, /women whom most others name/],
  ['hybrid-corn-network', { contacts_weight: 0.5 }, /farmers of my village/],
  ['repeated-pd-cooperation', { reward: 48 }, /Round 1/],
  ['technology-adoption-bass', { technology: 'internet' }, /the internet/],
] as const;

describe('a simulation of agents who meet', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it.each(workflows)(
    'of %s goes the whole way: stored, told, and the same for the same seed',
    async (slug, context, told) => {
      const request = { workflow_id: slug, agent_count: 301, seed: 7, scenario_context: context };
      const [record, again] = await Promise.all([simulate(api, request), simulate(api, request)]);
      expect(record).toMatchObject({ status: 'completed', progress: { agents_done: 301, agents_total: 301 } });
      expect(again.digest).toBe(record.digest);
      const { status, body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results`);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(301);
      expect(body.data.every(({ transcript }) => transcript.length > 1)).toBe(true);
      expect(body.data.some(({ transcript }) => told.test(transcript.join(' ')))).toBe(true);
      for (const { id, share } of record.summary?.outcomes ?? []) {
        expect(body.data.filter(({ outcome }) => outcome === id)).toHaveLength(Math.round(share * 301));
      }
    },
  );
});
