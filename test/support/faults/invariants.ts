import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
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

/**
 * The invariants that do not hold once the service has recovered, each with the difference. After any sequence of faults, there are none:
 * each accepted simulation has one correct final status, its use of the quota, one event, and complete results if it completed.
 */
export async function brokenInvariants(service: FaultyService, customer: Customer, ledger: Ledger): Promise<string[]> {
  const api = service.callerOf(customer);
  // A customer without a response retries, and the service accepts the request once.
  for (const request of ledger.requests) if (request.id === undefined) await ledger.send(api, request);
  const refused = ledger.requests.length - ledger.accepted.length;

  const ended: FinishedSimulation[] = [];
  for (const { id } of ledger.accepted) ended.push((await finished(api, id ?? '', timeoutMs)) as FinishedSimulation);
  const broken = [
    ...difference('requests that were not accepted', refused, 0),
    ...(await otherSimulations(api, ledger)),
    ...ledger.accepted.flatMap((request, index) => wrongStatus(request, ended[index]!)),
    ...(await wrongQuota(api, ended)),
  ];
  for (const record of ended) broken.push(...(await wrongResults(api, record)));
  broken.push(...(await wrongEvents(service, customer, ended)));
  // A final status never changes.
  for (const { id, status } of ended)
    broken.push(...difference(`later status of ${id}`, (await finished(api, id)).status, status));
  return broken;
}

/** A text if the values differ. */
const difference = (name: string, actual: unknown, expected: unknown): string[] =>
  isDeepStrictEqual(actual, expected)
    ? []
    : [`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];

/** Every accepted simulation is listed, and no other. */
async function otherSimulations(api: ApiClient, { accepted }: Ledger): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await api.call<SimulationRecord[]>(`/v1/simulations?limit=100${after}`);
    ids.push(...body.data.map(({ id }) => id));
    cursor = (body.meta['next_cursor'] as string | null | undefined) ?? null;
  }
  return difference('listed simulations', ids.sort(), accepted.map(({ id }) => id).sort());
}

function wrongStatus({ id, cancel }: RequestedSimulation, { status, failure }: FinishedSimulation): string[] {
  const possible =
    cancel === 'confirmed' ? ['canceled'] : cancel === 'sent' ? ['canceled', 'completed'] : ['completed'];
  // A simulation whose worker was lost three times fails, and its quota is refunded.
  if (failure?.code === 'worker_lost' && cancel !== 'confirmed') possible.push('failed');
  if (possible.includes(status)) return [];
  return [`status of ${id}: ${status} (${JSON.stringify(failure)}) instead of ${possible.join(' or ')}`];
}

/** The quota used is the number of accepted simulations minus the refunded ones. */
async function wrongQuota(api: ApiClient, ended: readonly FinishedSimulation[]): Promise<string[]> {
  const refunded = ended.filter(
    ({ status, started_at }) => status === 'failed' || (status === 'canceled' && started_at === null),
  );
  const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
  return difference('used quota', body.data.simulations_this_period, ended.length - refunded.length);
}

/** A completed simulation has all agents and the engine's digest. Any other simulation has neither. */
async function wrongResults(
  api: ApiClient,
  { id, status, workflow_id, agent_count, seed, digest }: FinishedSimulation,
): Promise<string[]> {
  const response = await api.call<AgentRecord[]>(`/v1/simulations/${id}/results`);
  if (status !== 'completed') return difference(`results of ${id}`, [response.status, digest], [409, null]);
  return [
    ...difference(
      `agents of ${id}`,
      response.body.data.map(({ index }) => index),
      Array.from({ length: agent_count }, (_, index) => index),
    ),
    ...difference(`digest of ${id}`, digest, digestOf(workflow_id, agent_count, seed)),
  ];
}

/** Each finished simulation has at least one signed webhook with its status, and all of them have the same event id. */
async function wrongEvents(
  service: FaultyService,
  customer: Customer,
  ended: readonly FinishedSimulation[],
): Promise<string[]> {
  const receivedEvents = () =>
    service.receiver.receivedAt(customer.path).map((webhook) => {
      const { type, data } = verifyWebhook(webhook, customer.endpoint.secret);
      return { event: webhook.headers['webhook-id'], type, id: data['id'] };
    });
  await waitUntil('every finished simulation has a webhook', () => {
    const ids = new Set(receivedEvents().map(({ id }) => id));
    return ended.every(({ id }) => ids.has(id));
  });
  return ended.flatMap(({ id, status }) => {
    const messages = receivedEvents().filter((message) => message.id === id);
    return [
      ...difference(`events of ${id}`, new Set(messages.map(({ event }) => event)).size, 1),
      ...difference(
        `types of the events of ${id}`,
        [...new Set(messages.map(({ type }) => type))],
        [`simulation.${status}`],
      ),
    ];
  });
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
