import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { BalancingProxy } from '../support/balancing-proxy.js';
import { runNode, type BootstrapKey } from '../support/operator.js';
import { buildPreviousRelease, whyNoPreviousRelease, type PreviousRelease } from '../support/previous-release.js';
import { reproduce } from '../support/reproduce.js';
import { finished, workflowId } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

const lanes = 4;
const missing = whyNoPreviousRelease();
if (missing !== undefined) process.stderr.write(`upgrade.full.spec.ts is skipped: ${missing}\n`);

(missing === undefined ? describe : describe.skip)('an upgrade from the previous release', () => {
  let release: PreviousRelease;
  let bed: TestBed;
  let proxy: BalancingProxy;

  beforeAll(async () => {
    release = buildPreviousRelease();
    bed = await TestBed.startEmpty();
    proxy = await BalancingProxy.start();
  });
  afterAll(async () => {
    await proxy.stop();
    await bed.stop();
    release.remove();
  });

  async function run(build: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runNode([join(build, 'cli.js'), ...args], bed.environment());
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async function end(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  it('The previous release serves the new schema under load, and the new release continues its runs', async () => {
    await run(release.build, 'migrate');
    const old = { api: await bed.startApi({}, release.build), worker: await bed.startWorker({}, release.build) };
    proxy.add(old.api.url);
    const owner = ['--tier', 'sandbox', '--organization', 'Upgrades', '--plan', 'growth'];
    const { key } = JSON.parse(await run(release.build, 'bootstrap', ...owner, '--json')) as BootstrapKey;
    const load = new Load(proxy.url, key);
    await load.passes(40);
    // As docs/operator/upgrade.md says: the workers stop, and the API continues.
    await end(old.worker);
    await run('dist/app', 'migrate');
    const worker = await bed.startWorker();
    await load.passes(80);
    load.readsByKind = false;
    const { url } = await bed.startApi();
    proxy.add(url);
    await load.passes(10);
    proxy.remove(old.api.url);
    await end(old.api.child);
    await load.passes(20);
    await load.end();

    expect(load.unexpected).toEqual([]);
    expect(load.simulations.length).toBeGreaterThan(10);
    const api = new ApiClient(url, key);
    const records = await Promise.all(load.simulations.map((id) => finished(api, id)));
    expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['completed']));
    for (const path of load.runs) {
      const { status, text } = await api.call(path, { headers: { prefer: 'wait=30' } });
      expect([path, status, text]).toEqual([path, 200, expect.stringContaining('"status":"completed"')]);
    }
    const [stored] = await sqlOf(bed.servers.sandboxDatabaseOwnerUrl)<{ lost: number }>(
      'SELECT count(*) FILTER (WHERE attempt - handed_back > 1)::int AS lost FROM simulations',
    );
    expect(stored).toEqual({ lost: 0 });
    // The first ones are of the previous release, with its definition.
    for (const path of [`/v1/simulations/${load.simulations[0]}`, ...load.runs.slice(0, 2)]) {
      for (const part of ['report', 'view'])
        expect([path, part, (await api.call(`${path}/${part}`)).status]).toEqual([path, part, 200]);
      // The definition has the form of its release, so that this response does not match the API reference.
      const manifest = await fetch(`${url}${path}/manifest`, { headers: { authorization: `Bearer ${key}` } });
      expect(await reproduce(await manifest.json())).toMatchObject({ status: 0, stderr: '' });
    }
    await end(worker);
  });
});

/** Requests of four clients at a time. */
class Load {
  readonly unexpected: string[] = [];
  readonly simulations: string[] = [];
  /** Paths of the other runs. */
  readonly runs: string[] = [];
  /** The new release reads all kinds at `/v1/runs`. */
  readsByKind = true;
  private calls = 0;
  private isOver = false;
  private readonly lanes: Promise<void[]>;

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    this.lanes = Promise.all(Array.from({ length: lanes }, () => this.lane()));
  }

  async passes(count: number): Promise<void> {
    const from = this.calls;
    await waitUntil(`${count} calls pass`, () => this.calls >= from + count);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.lanes;
  }

  private async lane(): Promise<void> {
    while (!this.isOver) {
      const simulation = await this.create('/v1/simulations', {});
      if (simulation) this.simulations.push(simulation);
      const parameters = [{ name: 'train_cost_factor', values: [0.8, 1] }];
      await this.createRun('/v1/sweeps', { parameters });
      const goal = { parameters: [{ name: 'train_cost_factor', from: 0.5, to: 1.5 }] };
      await this.createRun('/v1/goals', { ...goal, objective: { goal: 'maximize', share: 'train' } });
      await this.call('/v1/simulations?limit=5');
      await this.call('/v1/usage');
      if (simulation) {
        await this.call(`/v1/simulations/${simulation}/results?limit=1`);
        await this.call(`/v1/simulations/${simulation}/manifest`);
        await this.call(`/v1/simulations/${simulation}/report`);
      }
    }
  }

  private async createRun(path: string, body: object): Promise<void> {
    const id = await this.create(path, body);
    if (id === undefined) return;
    this.runs.push(`/v1/runs/${id}`);
    if (this.readsByKind) await this.call(`${path}/${id}`);
  }

  private create(path: string, body: object): Promise<string | undefined> {
    return this.call(path, { workflow_id: workflowId, agent_count: 500, ...body });
  }

  /** Not with the client of other tests, which compares responses with the API reference of this release. */
  private async call(path: string, body?: object): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json', prefer: 'wait=30' };
    const idempotency = { 'idempotency-key': randomUUID() };
    const response = await fetch(
      this.url + path,
      body ? { method: 'POST', headers: { ...headers, ...idempotency }, body: JSON.stringify(body) } : { headers },
    );
    const text = await response.text();
    this.calls++;
    const { status } = response;
    if (status < 400) return body && (JSON.parse(text) as { data: { id: string } }).data.id;
    this.unexpected.push(`${body ? 'POST' : 'GET'} ${path.replace(/_[0-9a-f]{32}/, '_…')} ${status} ${text}`);
    return undefined;
  }
}
