import type { Benchmark, Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { Load } from './http/load.js';
import { MeasuredServer } from './http/measured-server.js';
import { measureAlternately, type Contender, type Rate } from './http/rounds.js';
import { questionIndexIsBuilt } from './question-index.js';
import { withStores, type Stores } from './http/stores.js';

const rounds = { count: 5, durationMs: 1_000, warmUpMs: 3_000 };
const connections = 32;
const bareNest = 'bare Nest route';
const countingNest = 'Nest route with one Redis script';
const service = 'GET /v1/usage';

/** An authenticated, rate-limited GET of the API process, compared with Nest routes without and with one call of Redis. */
export const http: Benchmark = {
  name: 'http',
  about: `authenticated GET at ${connections} connections, compared with a bare Nest route, per CPU-second`,
  run() {
    leaveServerCore();
    return withStores(measure);
  },
};

async function measure({ environment, key, redisUrl }: Stores): Promise<Figure[]> {
  const load = new Load();
  const servers: MeasuredServer[] = [];
  const start = async (entry: string, more: NodeJS.ProcessEnv) => {
    const server = await MeasuredServer.start(entry, { ...environment, ...more });
    servers.push(server);
    return server;
  };
  const get = { method: 'GET', key, connections, expectedStatus: 200 } as const;
  try {
    const api = await start('dist/app/main.js', {});
    const logging = await start('dist/app/main.js', { LOG_LEVEL: 'info' });
    for (const { url } of [api, logging]) await questionIndexIsBuilt(url, key);
    const responseBody = await text(`${api.url}/v1/usage`, key);
    const nest = await start('dist/bench/http/bare-nest.js', { ANSWER: responseBody, COUNTING_REDIS_URL: redisUrl });
    const contenders: Contender[] = [
      { name: bareNest, server: nest, order: { ...get, url: `${nest.url}/answer` } },
      { name: countingNest, server: nest, order: { ...get, url: `${nest.url}/answer/counted` } },
      { name: service, server: api, order: { ...get, url: `${api.url}/v1/usage` } },
      { name: `${service}, with a log line`, server: logging, order: { ...get, url: `${logging.url}/v1/usage` } },
      { name: 'GET /v1/api-keys?limit=1', server: api, order: { ...get, url: `${api.url}/v1/api-keys?limit=1` } },
    ];
    return figures(await measureAlternately(load, contenders, rounds));
  } finally {
    load.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function figures(rates: Map<string, Rate>): Figure[] {
  const figure = (name: string, against: string | null): Figure => {
    const value = rates.get(name)!.perCpuSecond;
    const ratio = against === null ? null : value / rates.get(against)!.perCpuSecond;
    return { case: name, value, unit: 'requests per CPU-second', against, ratio };
  };
  return [
    figure(service, countingNest),
    ...[...rates.keys()].map((name) => figure(name, name === bareNest ? null : bareNest)),
  ];
}

async function text(url: string, key: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${body}`);
  return body;
}
