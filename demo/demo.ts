import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ConfigError } from '../src/config/env.js';
import { launch, type Running } from '../embedded/launcher.js';
import { projectFolder } from '../embedded/project.js';
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

const heading = (text: string) => print(`\n${bold(text)}`);
const print = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** The main job through the real service: private servers, API and worker, a key, a simulation, its answer. */
async function demo(keep: boolean): Promise<void> {
  const startedAt = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-demo-'));
  print('Starting Postgres, Redis, the API and a worker …');
  const running = await launch(environmentOf(dataDir), { log: print, serviceOutput: 'file' });
  try {
    print(`ready at ${running.url} after ${seconds(startedAt)}`);
    const key = await bootstrap(dataDir);
    await tell(new ServiceClient(running.url, key));
    print(`\n${seconds(startedAt)} in all, the start included.`);
    if (keep) await stayUp(running, key);
  } finally {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Free ports and a folder of its own; somebody's databases that the environment names are none of the demo's business. */
function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  const unset = {
    SANDBOX_DATABASE_URL: '',
    LIVE_DATABASE_URL: '',
    REDIS_URL: '',
    SVC_MASTER_KEY: '',
    SVC_PLAN_LIMITS: '',
  };
  return { ...process.env, ...unset, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: '0', SVC_DATA_DIR: dataDir };
}

async function bootstrap(dataDir: string): Promise<string> {
  const words = ['bootstrap', '--tier', 'sandbox', '--organization', 'Demo', '--plan', 'growth', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [join(projectFolder, 'dist/src/cli.js'), ...words], {
    env: environmentOf(dataDir),
  });
  return (JSON.parse(stdout) as { key: string }).key;
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

async function stayUp(running: Running, key: string): Promise<void> {
  heading('It stays up until Ctrl-C. Try:');
  print(`  curl -s ${running.url}/v1/simulations -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"workflow_id":"${workflowId}","agent_count":1000,"scenario_context":{"car_cost_factor":1.5}}'`);
  const interrupted = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await Promise.race([interrupted, running.failed]);
}

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
try {
  await demo(values.keep);
  process.exit(0);
} catch (error) {
  const text = error instanceof ConfigError ? error.lines.join('\n') : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
