import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario, parseDefinition, simulate } from '../../../src/engine/index.js';
import type { Api } from '../api-client.js';
import { projectFolder } from '../operator.js';
import { finished, type AgentRecord, type SimulationRecord } from '../simulations.js';
import { until } from '../wait-until.js';
import { verified } from '../webhook-receiver.js';
import type { Customer, FaultyService } from './faulty-service.js';
import type { Asked, Ledger } from './ledger.js';

const patienceMs = 60_000;

type Ended = SimulationRecord & { started_at: string | null };

/** What holds whatever happened, once the service is well again. Throws by `expect`. */
export async function expectInvariants(service: FaultyService, customer: Customer, ledger: Ledger): Promise<void> {
  const api = service.callerOf(customer);
  // Who got no answer asks again, and is accepted once.
  for (const asked of ledger.asked) if (asked.id === undefined) await ledger.send(api, asked);
  expect(ledger.accepted).toHaveLength(ledger.asked.length);

  const ended: Ended[] = [];
  for (const { id } of ledger.accepted) ended.push((await finished(api, id ?? '', patienceMs)) as Ended);
  await expectNothingElse(api, ledger);
  ledger.accepted.forEach((asked, index) => expectRightEnd(asked, ended[index] as Ended));
  await expectQuota(api, ended);
  for (const record of ended) await expectWhole(api, record);
  await expectTold(service, customer, ended);
  // An end is an end: nothing has moved in the meantime.
  for (const { id, status } of ended) expect((await finished(api, id)).status).toBe(status);
}

/** No accepted simulation is lost, and there is none that nobody asked for. */
async function expectNothingElse(api: Api, { accepted }: Ledger): Promise<void> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await api.call<SimulationRecord[]>(`/v1/simulations?limit=100${after}`);
    ids.push(...body.data.map(({ id }) => id));
    cursor = (body.meta['next_cursor'] as string | null | undefined) ?? null;
  }
  expect(ids.sort()).toEqual(accepted.map(({ id }) => id).sort());
}

function expectRightEnd({ id, cancel }: Asked, { status, failure }: Ended): void {
  const possible =
    cancel === 'answered' ? ['canceled'] : cancel === 'asked' ? ['canceled', 'completed'] : ['completed'];
  // What was lost with three workers is given up, and given back.
  if (failure?.code === 'worker_lost' && cancel !== 'answered') possible.push('failed');
  expect({ id, cancel, is: possible.includes(status) ? 'right' : status, failure }).toMatchObject({ is: 'right' });
}

/** What was used is what was accepted without what was given back. */
async function expectQuota(api: Api, ended: readonly Ended[]): Promise<void> {
  const givenBack = ended.filter(
    ({ status, started_at }) => status === 'failed' || (status === 'canceled' && started_at === null),
  );
  const { body } = await api.call<{ simulations_this_period: number }>('/v1/usage');
  expect(body.data.simulations_this_period).toBe(ended.length - givenBack.length);
}

/** Every agent can be read, and the digest is the one that the engine comes to by itself; what did not complete has neither. */
async function expectWhole(api: Api, { id, status, workflow_id, agent_count, seed, digest }: Ended): Promise<void> {
  const answer = await api.call<AgentRecord[]>(`/v1/simulations/${id}/results`);
  if (status !== 'completed') {
    expect([answer.status, digest]).toEqual([409, null]);
    return;
  }
  expect(answer.body.data.map(({ index }) => index)).toEqual(Array.from({ length: agent_count }, (_, index) => index));
  expect(digest).toBe(digestOf(workflow_id, agent_count, seed));
}

/** Every end is told at least once, as what it is, under one id and signed. */
async function expectTold(service: FaultyService, customer: Customer, ended: readonly Ended[]): Promise<void> {
  const told = () =>
    service.receiver.at(customer.path).map((webhook) => {
      const { type, data } = verified(webhook, customer.endpoint.secret);
      return { event: webhook.headers['webhook-id'], type, id: data['id'] };
    });
  await until('every end is told', () => {
    const ids = new Set(told().map(({ id }) => id));
    return ended.every(({ id }) => ids.has(id));
  });
  for (const { id, status } of ended) {
    const messages = told().filter((message) => message.id === id);
    expect(new Set(messages.map(({ event, type }) => `${String(event)} ${type}`)).size).toBe(1);
    expect(messages[0]?.type).toBe(`simulation.${status}`);
  }
}

const digests = new Map<string, string>();

/** What the engine comes to in this process, without anything around it. */
function digestOf(workflowId: string, agentCount: number, seed: number): string {
  const key = `${workflowId} ${agentCount} ${seed}`;
  const known = digests.get(key);
  if (known !== undefined) return known;
  const file = join(projectFolder, `src/catalog/${workflowId}.json`);
  const definition = parseDefinition(JSON.parse(readFileSync(file, 'utf8')));
  const scenario = baselineScenario(definition);
  const { digest } = simulate({ definition, scenario, seed, agentCount, parameterDraws: 0 });
  digests.set(key, digest);
  return digest;
}
