import { parseArgs } from 'node:util';
import { interruption } from '../embedded/interruption.js';
import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';
import { loadDotEnv } from '../src/config/env-file.js';
import {
  agentReport,
  errorsReport,
  evidenceReport,
  flowsReport,
  pickAgents,
  progressBar,
  sharesByInterest,
  sharesReport,
} from './report.js';
import { ServiceClient, type SimulationRecord } from './service-client.js';
import { bold } from './style.js';

const workflowId = 'swissmetro-mode-choice';
const request = {
  workflow_id: workflowId,
  agent_count: 5_000,
  seed: 2026,
  scenario_context: { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 },
};

/** Whether the demo printed its whole report. */
let finished = false;

const heading = (text: string) => print(`\n${bold(text)}`);
const print = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Starts the whole service in a temporary folder, creates a key and a simulation, and prints the results. */
async function demo(keep: boolean, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  loadDotEnv();
  print('Starting Postgres, Redis, the API and a worker …');
  await withTemporaryService({ name: 'demo', log: print, signal }, async (service) => {
    const { url } = service.running;
    print(`Ready at ${url} after ${seconds(startedAt)}`);
    const key = await bootstrapKey(service, 'Demo', signal);
    await showSimulation(new ServiceClient(url, key, signal));
    print(`\nTotal time, including the start: ${seconds(startedAt)}.`);
    finished = true;
    if (keep) await keepRunning(url, key);
  });
}

async function showSimulation(client: ServiceClient): Promise<void> {
  heading('Scenario: Swissmetro is 20% cheaper, and trains run twice as often. 5,000 simulated agents.');
  const createdAt = performance.now();
  const created = await client.create(request);
  const record = await client.finish(created.id, showProgress);
  print(`  ${created.id}: completed in ${seconds(createdAt)}`);

  const [caseStudy, agents] = await Promise.all([client.caseStudy(workflowId), client.agents(record.id)]);
  const shares = sharesByInterest(caseStudy, record);
  heading('Shares of the alternatives, compared with the calibrated baseline');
  sharesReport(shares).forEach(print);
  heading('Standard errors of the first share: the intervals combine their known parts');
  shares.slice(0, 1).flatMap(errorsReport).forEach(print);
  heading('Agents that switch');
  flowsReport(record).forEach(print);
  heading('Evidence for the model');
  evidenceReport(caseStudy).forEach(print);
  heading('Transcripts of three simulated agents');
  pickAgents(agents).flatMap(agentReport).forEach(print);
}

function showProgress({ status, progress }: SimulationRecord): void {
  const line = progressBar(progress.agents_done, progress.agents_total);
  const isCompleted = status === 'completed';
  if (process.stdout.isTTY) process.stdout.write(`\r${line}${isCompleted ? '\n' : ''}`);
  else if (isCompleted) print(line);
}

async function keepRunning(url: string, key: string): Promise<never> {
  heading('The service runs until you press Ctrl-C. Try:');
  print(`  curl -s ${url}/v1/simulations -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"workflow_id":"${workflowId}","agent_count":1000,"scenario_context":{"car_cost_factor":1.5}}'`);
  return new Promise<never>(() => undefined);
}

/** Resolves to the exit code. */
async function run(args: string[]): Promise<number> {
  let keep: boolean;
  try {
    keep = parseArgs({ args, options: { keep: { type: 'boolean', default: false } } }).values.keep;
  } catch {
    process.stderr.write('Usage: npm run demo [-- --keep]\n');
    return 2;
  }
  const interrupted = interruption();
  interrupted.addEventListener('abort', () => print('\nStopping …'));
  try {
    await demo(keep, interrupted);
    return 0;
  } catch (error) {
    if (interrupted.aborted) return finished ? 0 : 130;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exit(await run(process.argv.slice(2)));
