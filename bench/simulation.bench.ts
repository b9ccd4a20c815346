import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../embedded/project.js';
import { baselineScenario, parseDefinition, simulate } from '../src/engine/index.js';
import { median, quantile, type Benchmark, type Figure } from './figures.js';
import { withService, type BenchService } from './service.js';

const workflowId = 'swissmetro-mode-choice';
const agentCount = 10_000;
const rounds = 50;
const pollIntervalMs = 2;

/** Time from the create request to the poll that returns `completed`, one simulation at a time, and time of the engine alone. */
export const simulation: Benchmark = {
  name: 'simulation',
  about: `create → completed of ${agentCount.toLocaleString('en')} agents on an idle queue, compared with the engine alone`,
  run: () => withService(measure),
};

async function measure(service: BenchService): Promise<Figure[]> {
  const alone = median(Array.from({ length: rounds }, (_, seed) => engineMs(seed)));
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) whole.push(await serviceMs(service));
  const against = 'the engine alone';
  return [
    { case: against, value: alone, unit: 'ms', against: null, ratio: null },
    ...([0.5, 0.95] as const).map((p) => {
      const value = quantile(whole, p);
      return { case: `create → completed, p${100 * p}`, value, unit: 'ms', against, ratio: value / alone };
    }),
  ];
}

const definition = parseDefinition(
  JSON.parse(readFileSync(join(projectFolder, `src/catalog/${workflowId}.json`), 'utf8')),
);

function engineMs(seed: number): number {
  const startedAt = performance.now();
  simulate({ definition, scenario: baselineScenario(definition), seed, agentCount });
  return performance.now() - startedAt;
}

async function serviceMs({ url, key }: BenchService): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const body = JSON.stringify({ workflow_id: workflowId, agent_count: agentCount });
  let record = await recordOf(fetch(`${url}/v1/simulations`, { method: 'POST', headers, body }));
  while (record.status !== 'completed') {
    if (record.status === 'failed') throw new Error(`simulation ${record.id} failed`);
    await sleep(pollIntervalMs);
    record = await recordOf(fetch(`${url}/v1/simulations/${record.id}`, { headers }));
  }
  return performance.now() - startedAt;
}

async function recordOf(request: Promise<Response>): Promise<{ id: string; status: string }> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: { id: string; status: string } }).data;
}
