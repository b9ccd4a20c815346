import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { baselineScenario, definitionDigest } from '../src/engine/definition.js';
import { parseDefinition, simulate } from '../src/engine/simulate.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { createAndPoll, createAndWait } from './floor/create-and-poll.js';
import { HandWrittenWorker, queueName } from './floor/hand-written-worker.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';
import { questionIndexIsBuilt } from './question-index.js';

const workflowId = 'swissmetro-mode-choice';
const agentCounts = [1_000, 10_000] as const;
const rounds = 50;
const requestOf = (agentCount: number) => ({ workflow_id: workflowId, agent_count: agentCount });

/** Runs a simulation with the seed at one level, and returns the time in ms. */
type Level = (seed: number, agentCount: number) => Promise<number>;

/** Each level adds one step to the one before. HTTP by hand is a service without any guarantee; the last two are ours. */
export const floor: Benchmark = {
  name: 'floor',
  about:
    'one simulation at a time: engine alone, then with a thread, claim and commit, Bull, HTTP by hand, and the service',
  // Stores of their own: the worker of the service would claim what is created by hand.
  run: () => withStores((ours) => withStores((byHand) => measureAll(ours, byHand))),
};

async function measureAll(ours: Stores, handWritten: Stores): Promise<Figure[]> {
  const definition = parseDefinition(
    JSON.parse(readFileSync(join(projectFolder, `src/catalog/${workflowId}.json`), 'utf8')),
  );
  const workflow = { id: workflowId, version: definition.version, digest: definitionDigest(definition), definition };
  const worker = new HandWrittenWorker(workflow, handWritten);
  await worker.start();
  const { id, version, digest } = workflow;
  const byHand = await MeasuredServer.start('dist/bench/http/express-create.js', {
    ...handWritten.environment,
    WORKFLOW: JSON.stringify({ id, version, digest }),
    WAKE_QUEUE: queueName,
  });
  const service = await MeasuredServer.start('dist/app/api-and-worker.js', ours.environment, false);
  const { url } = service;
  try {
    await questionIndexIsBuilt(url, ours.key);
    const organizationId = await worker.anyOrganization();
    const timed = async (work: () => unknown): Promise<number> => {
      const startedAtMs = performance.now();
      await work();
      return performance.now() - startedAtMs;
    };
    const stored =
      (run: (id: string) => Promise<void>): Level =>
      async (seed, agentCount) => {
        const id = await worker.enqueue(organizationId, seed, agentCount);
        return timed(() => run(id));
      };
    const overHttp =
      (to: string, { key }: Stores): Level =>
      (_seed, agentCount) =>
        createAndPoll(to, key, requestOf(agentCount));
    const levels: [string, Level][] = [
      [
        'engine alone',
        (seed, agentCount) =>
          timed(() => simulate({ definition, scenario: baselineScenario(definition), seed, agentCount })),
      ],
      ['+ thread, summary and file', (seed, agentCount) => timed(() => worker.inThread(seed, agentCount))],
      ['+ claim and commit by hand', stored((id) => worker.work(id))],
      ['+ Bull', stored((id) => worker.wake(id))],
      ['+ HTTP by hand', overHttp(byHand.url, handWritten)],
      ['the service', overHttp(url, ours)],
      [
        'the service, one request that waits',
        (_seed, agentCount) => createAndWait(url, ours.key, requestOf(agentCount)),
      ],
    ];
    const figures: Figure[] = [];
    for (const agentCount of agentCounts) figures.push(...(await measureLevels(levels, agentCount)));
    return figures;
  } finally {
    await worker.stop();
    await byHand.stop();
    await service.stop();
  }
}

/** Rounds of all levels alternate, so that the noise of the machine affects all of them. The first tenth warms up. */
async function measureLevels(levels: readonly [string, Level][], agentCount: number): Promise<Figure[]> {
  const samples = levels.map((): number[] => []);
  const warmUp = rounds / 10;
  for (let round = -warmUp; round < rounds; round++) {
    for (const [k, [, run]] of levels.entries()) {
      // Each level has its own seeds, because a thread keeps the people of a seed.
      const ms = await run((round + warmUp) * levels.length + k, agentCount);
      if (round >= 0) samples[k]!.push(ms);
    }
  }
  const title = (name: string) => `${name}, ${agentCount.toLocaleString('en')} agents`;
  const against = title(levels[0]![0]);
  const base = median(samples[0]!);
  return levels.map(([name], k) => {
    const value = median(samples[k]!);
    return k === 0
      ? { case: against, value, unit: 'ms', against: null, ratio: null }
      : { case: title(name), value, unit: 'ms', against, ratio: value / base };
  });
}
