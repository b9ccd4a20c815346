// Ten calls with openapi-fetch and the types of openapi-typescript. Prints the status and one value of each response.
import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { SERVICE_URL: baseUrl, API_KEY: key } = process.env;
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const simulation = { workflow_id: 'swissmetro-mode-choice', agent_count: 200, seed: 7 };

const preview = await api.POST('/v1/simulations', { body: { ...simulation, dry_run: true } });
const dryRun = preview.data?.data;

const create = await api.POST('/v1/simulations', { body: { ...simulation, metadata: { project: 'fares' } } });
const created = create.data?.data;
if (created?.object !== 'simulation') throw new Error('the create returned no simulation');
const params = { path: { id: created.id } };

let get = await api.GET('/v1/simulations/{id}', { params });
while (get.data?.data.status === 'queued' || get.data?.data.status === 'running') {
  await sleep(50);
  get = await api.GET('/v1/simulations/{id}', { params });
}

const list = await api.GET('/v1/simulations', { params: { query: { limit: 1 } } });
const update = await api.PATCH('/v1/simulations/{id}', { params, body: { name: 'Cheaper trains' } });
const summary = await api.GET('/v1/simulations/{id}/summary', {
  params: { ...params, query: { where: { sex: 'female' } } },
});
const results = await api.GET('/v1/simulations/{id}/results', { params: { ...params, query: { limit: 2 } } });
const keys = await api.GET('/v1/api-keys');
const usage = await api.GET('/v1/usage');
const remove = await api.DELETE('/v1/simulations/{id}', { params });

// A file of results is text, a page of results is an object.
const page = typeof results.data === 'object' ? results.data : undefined;

const calls = {
  dryRun: [preview.response.status, dryRun?.object === 'dry_run' && dryRun.cost.simulations],
  create: [create.response.status, created.metadata],
  get: [get.response.status, get.data?.data.status],
  list: [list.response.status, list.data?.data[0]?.id === created.id],
  update: [update.response.status, update.data?.data.name],
  summary: [summary.response.status, summary.data?.data.where],
  results: [results.response.status, page?.data.length],
  keys: [keys.response.status, keys.data?.data.length],
  usage: [usage.response.status, usage.data?.data.simulations_this_period],
  remove: [remove.response.status, remove.data?.data.id === created.id],
};
console.log(JSON.stringify(calls));
