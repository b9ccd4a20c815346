import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../../../model/definition.js';
import { parseDefinition, simulate } from '../../../model/simulate.js';
import type { ApiClient } from '../api-client.js';
import { projectFolder } from '../operator.js';
import { finished, type AgentRecord, type SimulationRecord } from '../simulations.js';
import { waitUntil } from '../wait-until.js';
import { verifyWebhook } from '../webhook-receiver.js';
import type { Customer, FaultyService } from './faulty-service.js';
import type { RequestedSimulation, Ledger } from './ledger.js';

const timeoutMs = 200_000;

type FinishedSimulation = SimulationRecord & { started_at: string | null };

/** Checks the invariants that hold after any sequence of faults, once the service has recovered. */
export async function expectInvariants(service: FaultyService, customer: Customer, ledger: Ledger): Promise<void> {
  const api = service.callerOf(customer);
  // A customer without a response retries, and the service accepts the request once.
  for (const request of ledger.requests) if (request.id === undefined) await ledger.send(api, request);
  expect(ledger.accepted).toHaveLength(ledger.requests.length);

  const ended: FinishedSimulation[] = [];
  for (const { id } of ledger.accepted) ended.push((await finished(api, id ?? '', timeoutMs)) as FinishedSimulation);
  await expectNoOtherSimulations(api, ledger);
  ledger.accepted.forEach((request, index) => expectCorrectStatus(request, ended[index] as FinishedSimulation));
  await expectQuota(api, ended);
  for (const record of ended) await expectCompleteResults(api, record);
  await expectEvents(service, customer, ended);
  // A final status never changes.
  for (const { id, status } of ended) expect((await finished(api, id)).status).toBe(status);
}

/** Every accepted simulation is listed, and no other. */
async function expectNoOtherSimulations(api: ApiClient, { accepted }: Ledger): Promise<void> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await api.call<SimulationRecord[]>(`/v1/simulations?limit=100${after}`);
    ids.push(...body.data.map(({ id }) => id));
    cursor = (body.meta['next_cursor'] as string | null | undefined) ?? null;
  }
  expect(ids.sort()).toEqual(accepted.map(({ id }) => id).sort());
}

function expectCorrectStatus({ id, cancel }: RequestedSimulation, { status, failure }: FinishedSimulation): void {
  const possible =
    cancel === 'confirmed' ? ['canceled'] : cancel === 'sent' ? ['canceled', 'completed'] : ['completed'];
  // A simulation whose worker was lost three times fails, and its quota is refunded.
  if (failure?.code === 'worker_lost' && cancel !== 'confirmed') possible.push('failed');
  expect({ id, cancel, actual: possible.includes(status) ? 'possible' : status, failure }).toMatchObject({
    actual: 'possible',
  });
}

/** The quota used is the number of accepted simulations minus the refunded ones. */
async function expectQuota(api: ApiClient, ended: readonly FinishedSimulation[]): Promise<void> {
  const refunded = ended.filter(
    ({ status, started_at }) => status === 'failed' || (status === 'canceled' && started_at === null),
  );
  const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
  expect(body.data.simulations_this_period).toBe(ended.length - refunded.length);
}

/** A completed simulation has all agents and the engine's digest. Any other simulation has neither. */
async function expectCompleteResults(
  api: ApiClient,
  { id, status, workflow_id, agent_count, seed, digest }: FinishedSimulation,
): Promise<void> {
  const response = await api.call<AgentRecord[]>(`/v1/simulations/${id}/results`);
  if (status !== 'completed') {
    expect([response.status, digest]).toEqual([409, null]);
    return;
  }
  expect(response.body.data.map(({ index }) => index)).toEqual(
    Array.from({ length: agent_count }, (_, index) => index),
  );
  expect(digest).toBe(digestOf(workflow_id, agent_count, seed));
}

/** Each finished simulation has at least one signed webhook with its status, and all of them have the same event id. */
async function expectEvents(
  service: FaultyService,
  customer: Customer,
  ended: readonly FinishedSimulation[],
): Promise<void> {
  const receivedEvents = () =>
    service.receiver.receivedAt(customer.path).map((webhook) => {
      const { type, data } = verifyWebhook(webhook, customer.endpoint.secret);
      return { event: webhook.headers['webhook-id'], type, id: data['id'] };
    });
  await waitUntil('every finished simulation has a webhook', () => {
    const ids = new Set(receivedEvents().map(({ id }) => id));
    return ended.every(({ id }) => ids.has(id));
  });
  for (const { id, status } of ended) {
    const messages = receivedEvents().filter((message) => message.id === id);
    expect(new Set(messages.map(({ event, type }) => `${String(event)} ${type}`)).size).toBe(1);
    expect(messages[0]?.type).toBe(`simulation.${status}`);
  }
}

const digests = new Map<string, string>();

/** The digest that the engine computes in this process. */
function digestOf(workflowId: string, agentCount: number, seed: number): string {
  const key = `${workflowId} ${agentCount} ${seed}`;
  const known = digests.get(key);
  if (known !== undefined) return known;
  const file = join(projectFolder, `catalog/${workflowId}.json`);
  const definition = parseDefinition(JSON.parse(readFileSync(file, 'utf8')));
  const scenario = baselineScenario(definition);
  const { digest } = simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  digests.set(key, digest);
  return digest;
}
