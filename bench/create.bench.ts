import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { definitionDigest } from '../model/definition.js';
import { parseDefinition } from '../model/simulate.js';
import type { Benchmark, Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { Load } from './http/load.js';
import { MeasuredServer } from './http/measured-server.js';
import { measureAlternately } from './http/rounds.js';
import { questionIndexIsBuilt } from './question-index.js';
import { withStores, type Stores } from './http/stores.js';

const workflowId = 'swissmetro-mode-choice';
const connections = 16;
const rounds = { count: 5, durationMs: 3_000, warmUpMs: 5_000 };
const service = 'POST /v1/simulations';
const byHand = 'the same transaction by hand (express, pg)';

/** Rate of created simulations without a worker, with one Idempotency-Key each. Measures the API alone. */
export const create: Benchmark = {
  name: 'create',
  about: `POST /v1/simulations at ${connections} connections, compared with the same transaction written by hand`,
  run() {
    leaveServerCore();
    return withStores(measure);
  },
};

async function measure({ environment, key }: Stores): Promise<Figure[]> {
  const load = new Load();
  const servers: MeasuredServer[] = [];
  const contender = async (name: string, entry: string) => {
    const server = await MeasuredServer.start(entry, { ...environment, WORKFLOW: JSON.stringify(workflow()) });
    servers.push(server);
    const body = JSON.stringify({ workflow_id: workflowId, agent_count: 1_000 });
    const url = `${server.url}/v1/simulations`;
    return { name, server, order: { url, method: 'POST', key, body, connections, expectedStatus: 202 } as const };
  };
  try {
    const contenders = [
      await contender(byHand, 'dist/bench/http/express-create.js'),
      await contender(service, 'dist/app/main.js'),
    ];
    for (const { name, server } of contenders) if (name === service) await questionIndexIsBuilt(server.url, key);
    const rates = await measureAlternately(load, contenders, rounds);
    return (['perSecond', 'perCpuSecond'] as const).flatMap((per) => {
      const unit = per === 'perSecond' ? 'creates per second' : 'creates per CPU-second';
      const base = rates.get(byHand)?.[per] ?? NaN;
      const value = rates.get(service)?.[per] ?? NaN;
      return [
        { case: byHand, value: base, unit, against: null, ratio: null },
        { case: service, value, unit, against: byHand, ratio: value / base },
      ];
    });
  } finally {
    load.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The columns of the workflow, which both servers write. */
function workflow() {
  const definition = parseDefinition(
    JSON.parse(readFileSync(join(projectFolder, `catalog/${workflowId}.json`), 'utf8')),
  );
  return { id: workflowId, version: definition.version, digest: definitionDigest(definition) };
}
