import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { projectFolder } from '../../embedded/project.js';
import { bootstrapKey, withTemporaryService } from '../../embedded/temporary-service.js';
import { definitionDigest, type WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import { entryOf } from '../../src/workflows/case-study.parts.js';
import { versionParts } from '../../src/workflows/published-versions.js';
import { quantile, type Figure } from '../figures.js';
import { readRoutingQuestions } from '../questions/read-lines.js';
import { benchSettings, type BenchService } from '../service.js';
import { generatorOf, pick } from './random.js';

const firstQuestion = 'What if the train cost 20% more?';
const agentCount = 100;
const questionCount = 48;
const rounds = 4;
const catalogSize = 500;
const pollIntervalMs = 2;
/** Learning 500 workflows takes longer than a question waits. */
const learnRetryMs = 5_000;
const maxLearnTries = 60;

/**
 * Time from the request of a question to the response 202, through API, Postgres and Redis, one question at a time: each starts after the
 * simulation of the previous one ended. For comparison, the same simulations are created by workflow id. The first question after the start
 * loads the embedder and the rules. The vectors of the others are cached. Measured with the built-in workflows and with 500 workflows.
 */
export function measureLatency(): Promise<Figure[]> {
  return withTemporaryService({ name: 'bench', settings: benchSettings }, async (service) => {
    const bench = { url: service.running.url, key: await bootstrapKey(service, 'Bench') };
    const first = await ask(bench, firstQuestion);
    const questions = await acceptedQuestions(bench);
    const builtIn = await measure(bench, questions);
    const db = new pg.Client({ connectionString: service.running.servers.sandboxDatabaseUrl });
    await db.connect();
    await addWorkflows(db);
    await db.end();
    await learn(bench, questions[0]!);
    const many = await measure(bench, questions);
    const afterStart = {
      case: 'first question after the start',
      value: first.ms,
      unit: 'ms',
      against: null,
      ratio: null,
    };
    return [
      afterStart,
      ...figuresOf('built-in workflows', builtIn),
      ...figuresOf(`${catalogSize} workflows`, many, builtIn),
    ];
  });
}

interface Times {
  /** Questions. */
  questions: number[];
  /** Creates of the same simulations by workflow id. */
  creates: number[];
}

function figuresOf(name: string, { questions, creates }: Times, base?: Times): Figure[] {
  return ([0.5, 0.95] as const).flatMap((p) => {
    const label = `p${100 * p}`;
    const value = quantile(questions, p);
    const create = quantile(creates, p);
    const against = base ? `built-in workflows, ${label}` : `create, ${label}`;
    const ratio = value / (base ? quantile(base.questions, p) : create);
    return [
      { case: `create → 202, ${name}, ${label}`, value: create, unit: 'ms', against: null, ratio: null },
      { case: `question → 202, ${name}, ${label}`, value, unit: 'ms', against, ratio },
    ];
  });
}

/** Sends each question, and the create of the same workflow by id, in several rounds after a first one that is not measured. */
async function measure(service: BenchService, questions: readonly string[]): Promise<Times> {
  const times: Times = { questions: [], creates: [] };
  for (let round = -1; round < rounds; round++) {
    for (const question of questions) {
      const asked = await ask(service, question);
      await finished(service, asked.id!);
      const created = await post(service, '/v1/simulations', {
        workflow_id: asked.workflowId,
        agent_count: agentCount,
      });
      await finished(service, created.id!);
      if (round < 0) continue;
      times.questions.push(asked.ms);
      times.creates.push(created.ms);
    }
  }
  return times;
}

const ask = (service: BenchService, question: string) =>
  post(service, '/v1/simulations/auto', { question, agent_count: agentCount });

async function post({ url, key }: BenchService, path: string, request: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const startedAt = performance.now();
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(request) });
  const { data } = (await response.json()) as { data?: { id: string; workflow_id: string } };
  return { ms: performance.now() - startedAt, status: response.status, id: data?.id, workflowId: data?.workflow_id };
}

async function finished({ url, key }: BenchService, id: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/v1/simulations/${id}`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: { status: string } };
    if (!['queued', 'running'].includes(data.status)) return;
    await sleep(pollIntervalMs);
  }
}

/** Questions of a training writer that queue one simulation, of all workflows in turn. */
async function acceptedQuestions(service: BenchService): Promise<string[]> {
  const inScope = readRoutingQuestions(1).filter(({ kind }) => kind === 'in scope');
  const lists = [...new Set(inScope.map((row) => row.workflow_id))].map((id) =>
    inScope.filter((row) => row.workflow_id === id),
  );
  const inTurn = lists[0]!.flatMap((_, k) => lists.map((list) => list[k]!.question));
  await learn(service, inTurn[0]!);
  const accepted: string[] = [];
  for (const question of inTurn) {
    const { status, id } = await ask(service, question);
    if (status !== 202 || !id?.startsWith('sim_')) continue;
    accepted.push(question);
    await finished(service, id);
    if (accepted.length === questionCount) break;
  }
  return accepted;
}

/** Waits until the catalog of the caller is embedded. */
async function learn(service: BenchService, question: string): Promise<void> {
  for (let tries = 0; tries < maxLearnTries; tries++) {
    if ((await ask(service, question)).status !== 503) return;
    await sleep(learnRetryMs);
  }
  throw new Error('the catalog was not learned in time');
}

const subjects =
  'commuters shoppers students farmers patients voters tenants donors tourists drivers nurses gamers'.split(' ');
const choices =
  'scooters pensions vaccines solar-panels gyms dentists magazines cruises lotteries newspapers tractors insurance'.split(
    ' ',
  );
const reasons =
  'price distance waiting quality advertising subsidies taxes neighbors weather insurance discounts comfort'.split(' ');
const patterns = [
  (a: string, b: string, c: string) => `How many ${a} would choose ${b} if ${c} changed by 10%?`,
  (a: string, b: string, c: string) => `Which share of ${a} drops ${b} because of ${c}?`,
  (a: string, b: string, c: string) => `Do ${a} prefer other ${b} when ${c} is higher?`,
  (a: string, b: string, c: string) => `What happens to ${b} among ${a} with twice the ${c}?`,
  (a: string, b: string, c: string) => `${b}: demand of ${a} with better ${c}`,
];

/** Publishes copies of a workflow with other questions, as an operator would, up to the size of the catalog. */
async function addWorkflows(db: pg.Client): Promise<void> {
  const path = join(projectFolder, 'catalog/hiv-test-incentive.json');
  const original = JSON.parse(readFileSync(path, 'utf8')) as WorkflowDefinition;
  const random = generatorOf(1);
  const count = catalogSize - readBuiltInWorkflows().size;
  for (let number = 0; number < count; number++) {
    const [subject, choice] = [pick(subjects, random), pick(choices, random)];
    const examples = Array.from({ length: 10 }, (_, k) =>
      patterns[k % patterns.length]!(subject, `${choice} of region ${number}`, pick(reasons, random)),
    );
    const definition = parseDefinition({
      ...original,
      workflow_id: `bench-${number}`,
      name: `Bench ${number}`,
      routing: { examples: [...new Set(examples)], not_for: [`Why do ${subject} dislike ${choice} in ${number}?`] },
    });
    await insert(db, definition);
  }
}

async function insert(db: pg.Client, definition: WorkflowDefinition): Promise<void> {
  const digest = definitionDigest(definition);
  await db.query('INSERT INTO workflow_definitions (digest, definition) VALUES ($1, $2)', [
    digest,
    JSON.stringify(definition),
  ]);
  const { workflow_id, version } = definition;
  await db.query(
    `INSERT INTO workflow_versions (id, workflow_id, version, version_parts, definition_digest, entry)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
    [workflow_id, version, versionParts(version), digest, JSON.stringify(entryOf(definition))],
  );
}
