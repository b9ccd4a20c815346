import { parseArgs } from 'node:util';
import { interruption } from '../embedded/interruption.js';
import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';
import { type RunRecord, SimulationService } from '../clients/typescript/src/index.js';
import { loadDotEnv } from '../src/config/files.js';
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
import { bold } from './style.js';

const workflowId = 'swissmetro-mode-choice';
const scenario = { swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 };
const agentCount = 5_000;

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
    await showSimulation(new SimulationService({ apiKey: key, baseUrl: url }), signal);
    print(`\nTotal time, including the start: ${seconds(startedAt)}.`);
    finished = true;
    if (keep) await keepRunning(url, key);
  });
}

async function showSimulation(client: SimulationService, signal: AbortSignal): Promise<void> {
  heading('Scenario: Swissmetro is 20% cheaper, and trains run twice as often. 5,000 simulated agents.');
  const createdAt = performance.now();
  const options = { agent_count: agentCount, seed: 2026, onProgress: showProgress, signal };
  const record = await client.run(workflowId, scenario, options);
  if (!process.stdout.isTTY) print(progressBar(agentCount, agentCount));
  print(`  ${record.id}: completed in ${seconds(createdAt)}`);

  const [caseStudy, agents] = await Promise.all([
    client.workflow(workflowId, { signal }),
    client.simulations.agents(record.id, {}, { signal }).first(),
  ]);
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
  pickAgents(agents.data).flatMap(agentReport).forEach(print);
}

function showProgress({ agents_done: done, agents_total: total }: RunRecord<'simulations'>['progress']): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${progressBar(done, total)}${done === total ? '\n' : ''}`);
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
