import type { ApiClient } from '../support/api-client.js';
import { rowsOf } from '../support/full-level.js';
import { newCaller } from '../support/shared-service.js';
import { type AgentRecord, simulate } from '../support/simulations.js';

/** A workflow, a scenario that differs from the baseline, and a text that some transcript must contain. */
type Row = [workflowId: string, scenario: Record<string, number | string>, transcript: RegExp];

const workflows = rowsOf<Row>(
  [
    ['family-planning-network', { seeded_share: 0.1, seeding_strategy: 'most_named' }, /named most often as contacts/],
    ['repeated-pd-cooperation', { reward: 48 }, /Round 1/],
    ['technology-adoption-bass', { technology: 'internet' }, /the internet/],
  ],
  [['hybrid-corn-network', { contacts_weight: 0.5 }, /other farmers in my village/]],
);

describe('simulations with interacting agents', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it.each(workflows)(
    'A simulation of %s completes with results and transcripts, and the same seed gives the same digest',
    async (workflow_id, scenario_context, transcriptPattern) => {
      const request = { workflow_id, agent_count: 301, seed: 7, scenario_context };
      const [record, again] = await Promise.all([simulate(api, request), simulate(api, request)]);
      expect(record).toMatchObject({ status: 'completed', progress: { agents_done: 301, agents_total: 301 } });
      expect(again.digest).toBe(record.digest);
      const { status, body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results`);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(301);
      expect(body.data.every(({ transcript }) => transcript.length > 1)).toBe(true);
      expect(body.data.some(({ transcript }) => transcriptPattern.test(transcript.join(' ')))).toBe(true);
      for (const { id, share } of record.summary?.outcomes ?? [])
        expect(body.data.filter(({ outcome }) => outcome === id)).toHaveLength(Math.round(share * 301));
    },
  );
});
