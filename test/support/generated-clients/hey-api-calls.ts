// Ten calls with the client that hey-api generates. Prints the status and one value of each response.
import { setTimeout as sleep } from 'node:timers/promises';
import { client } from './hey-api/client.gen.js';
import * as api from './hey-api/index.js';

const { SERVICE_URL: baseUrl, API_KEY: key } = process.env;
client.setConfig({ baseUrl, auth: ({ scheme }) => (scheme === 'bearer' ? key : undefined) });
const simulation = { workflow_id: 'swissmetro-mode-choice', agent_count: 200, seed: 7 };

const preview = await api.simulationsCreate({ body: { ...simulation, dry_run: true } });
const dryRun = preview.data?.data;

const create = await api.simulationsCreate({ body: { ...simulation, metadata: { project: 'fares' } } });
const created = create.data?.data;
if (created?.object !== 'simulation') throw new Error('the create returned no simulation');
const path = { id: created.id };

let get = await api.simulationsGet({ path });
while (get.data?.data.status === 'queued' || get.data?.data.status === 'running') {
  await sleep(50);
  get = await api.simulationsGet({ path });
}

const list = await api.simulationsList({ query: { limit: 1 } });
const update = await api.simulationsUpdate({ path, body: { name: 'Cheaper trains' } });
const summary = await api.readingsReadSummary({ path, query: { where: { sex: 'female' } } });
const results = await api.simulationResultsRead({ path, query: { limit: 2 } });
const keys = await api.apiKeysList();
const usage = await api.usageReport();
const remove = await api.simulationsRemove({ path });

const calls = {
  dryRun: [preview.response?.status, dryRun?.object === 'dry_run' && dryRun.cost.simulations],
  create: [create.response?.status, created.metadata],
  get: [get.response?.status, get.data?.data.status],
  list: [list.response?.status, list.data?.data[0]?.id === created.id],
  update: [update.response?.status, update.data?.data.name],
  summary: [summary.response?.status, summary.data?.data.where],
  results: [results.response?.status, results.data?.data.length],
  keys: [keys.response?.status, keys.data?.data.length],
  usage: [usage.response?.status, usage.data?.data.simulations_this_period],
  remove: [remove.response?.status, remove.data?.data.id === created.id],
};
console.log(JSON.stringify(calls));
