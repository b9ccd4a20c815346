import { parseArgs } from 'node:util';
import { interruption } from '../embedded/interruption.js';
import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';
import { loadDotEnv } from '../src/config/env-file.js';
import { agentReport, evidenceReport, flowsReport, pickAgents, progressBar, sharesReport } from './report.js';
import { ServiceClient, type SimulationRecord } from './service-client.js';
import { bold } from './style.js';

const workflowId = 'swissmetro-mode-choice';
const request = {
  workflow_id: workflowId,
  agent_count: 5_000,
  seed: 2026,
  scenario_context: { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 },
};

/** Whether the demo has shown all it has to show. */
let told = false;

const heading = (text: string) => print(`\n${bold(text)}`);
const print = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** The main job through the real service: private servers, API and worker, a key, a simulation, its answer. */
async function demo(keep: boolean, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  loadDotEnv();
  print('Starting Postgres, Redis, the API and a worker …');
  await withTemporaryService({ name: 'demo', log: print, signal }, async (service) => {
    const { url } = service.running;
    print(`ready at ${url} after ${seconds(startedAt)}`);
    const key = await bootstrapKey(service, 'Demo', signal);
    await tell(new ServiceClient(url, key, signal));
    print(`\n${seconds(startedAt)} in all, the start included.`);
    told = true;
    if (keep) await stayUp(url, key);
  });
}

async function tell(client: ServiceClient): Promise<void> {
  heading('What if Swissmetro were 20% cheaper, and trains ran twice as often? We ask 5,000 travellers.');
  const createdAt = performance.now();
  const created = await client.create(request);
  const record = await client.finish(created.id, showProgress);
  print(`  ${created.id}: created, run and stored in ${seconds(createdAt)}`);

  const [caseStudy, agents] = await Promise.all([client.caseStudy(workflowId), client.agents(record.id)]);
  heading('What they choose, beside the calibrated baseline');
  sharesReport(record.summary?.outcomes ?? []).forEach(print);
  heading('Who switched');
  flowsReport(record).forEach(print);
  heading('How sure we are');
  evidenceReport(caseStudy).forEach(print);
  heading('Three of them tell why');
  pickAgents(agents).flatMap(agentReport).forEach(print);
}

function showProgress({ status, progress }: SimulationRecord): void {
  const line = progressBar(progress.agents_done, progress.agents_total);
  const last = status === 'completed';
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${last ? '\n' : ''}`);
  else if (last) print(line);
}

async function stayUp(url: string, key: string): Promise<never> {
  heading('It stays up until Ctrl-C. Try:');
  print(`  curl -s ${url}/v1/simulations -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"workflow_id":"${workflowId}","agent_count":1000,"scenario_context":{"car_cost_factor":1.5}}'`);
  return new Promise<never>(() => undefined);
}

/** Resolves to the exit code. */
async function run(words: string[]): Promise<number> {
  let keep: boolean;
  try {
    keep = parseArgs({ args: words, options: { keep: { type: 'boolean', default: false } } }).values.keep;
  } catch {
    process.stderr.write('usage: npm run demo [-- --keep]\n');
    return 2;
  }
  const interrupted = interruption();
  interrupted.addEventListener('abort', () => print('\nStopping …'));
  try {
    await demo(keep, interrupted);
    return 0;
  } catch (error) {
    if (interrupted.aborted) return told ? 0 : 130;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exit(await run(process.argv.slice(2)));
