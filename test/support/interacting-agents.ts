import type { ApiClient } from './api-client.js';
import { type AgentRecord, simulate } from './simulations.js';

/** A workflow, a scenario that differs from the baseline, and a text that some transcript must contain. */
export type InteractingAgents = [workflowId: string, scenario: Record<string, number | string>, transcript: RegExp];

/** Expects equal digests of two simulations with one seed, and results with the shares and the transcripts. */
export async function expectReproducibleAgents(
  api: ApiClient,
  [workflow_id, scenario_context, transcriptPattern]: InteractingAgents,
): Promise<void> {
  const request = { workflow_id, agent_count: 301, seed: 7, scenario_context };
  const [record, again] = await Promise.all([simulate(api, request), simulate(api, request)]);
  expect(record).toMatchObject({ status: 'completed', progress: { agents_done: 301, agents_total: 301 } });
  expect(again.digest).toBe(record.digest);
  const { status, body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results`);
  expect(status).toBe(200);
  expect(body.data).toHaveLength(301);
  expect(body.data.every(({ transcript }) => transcript.length > 1)).toBe(true);
  expect(body.data.some(({ transcript }) => transcriptPattern.test(transcript.join(' ')))).toBe(true);
  for (const { id, share } of record.summary?.outcomes ?? []) {
    expect(body.data.filter(({ outcome }) => outcome === id)).toHaveLength(Math.round(share * 301));
  }
}
