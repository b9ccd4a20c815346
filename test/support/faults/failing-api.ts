import type { ChildProcess } from 'node:child_process';
import { ApiClient } from '../api-client.js';
import { PostgresProxy, type Moment } from '../postgres-proxy.js';
import { TestBed } from '../test-bed.js';
import type { Effect } from './idempotent-effects.js';

/** More statements than any of these requests sends: the loop ends when the breakpoint is no longer reached. */
const maxStatements = 20;
/** The use of keys is written every few seconds, independently of requests. */
const keyUseStatement = 'SET last_used_at';

/** Two API processes. One of them fails at a statement of a request, and the client then retries with the other. */
export class FailingApi {
  private constructor(
    private readonly bed: TestBed,
    private readonly proxy: PostgresProxy,
    private readonly owner: ApiClient,
    private failing: { child: ChildProcess; url: string },
  ) {}

  static async start(): Promise<FailingApi> {
    const bed = await TestBed.start();
    const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    const [{ url }, failing] = await Promise.all([bed.startApi(), startBehind(proxy, bed)]);
    return new FailingApi(bed, proxy, await bed.newCaller(url), failing);
  }

  async stop(): Promise<void> {
    await this.bed.stop();
    await this.proxy.stop();
  }

  /** Expects that the effect occurs once if the connection to the database is lost at any of its statements. */
  async expectOnceIfCutAtAnyStep(effect: Effect, moment: Moment): Promise<void> {
    let statement = 1;
    while (statement < maxStatements && (await this.failAt(effect, { statement, moment }, () => this.proxy.cut()))) {
      statement += 1;
    }
    expect(statement).toBeGreaterThan(effect.minStatements);
    expect(statement).toBeLessThan(maxStatements);
  }

  /** Expects that the effect occurs once if the connection to the database is lost at its commit. */
  async expectOnceIfCutAtCommit(effect: Effect, moment: Moment): Promise<void> {
    expect(await this.failAt(effect, { statement: effect.commit, moment }, () => this.proxy.cut())).toBe(true);
  }

  /** Expects that the effect occurs once if the process is killed at its commit. */
  async expectOnceIfKilledAtCommit(effect: Effect, moment: Moment): Promise<void> {
    if (this.failing.child.signalCode !== null) this.failing = await startBehind(this.proxy, this.bed);
    const { child } = this.failing;
    const kill = () => child.kill('SIGKILL');
    expect(await this.failAt(effect, { statement: effect.commit, moment }, kill)).toBe(true);
    expect(child.signalCode).toBe('SIGKILL');
  }

  /** Sends a request to a process that fails at the given point, then retries with another. Returns whether the point was reached. */
  private async failAt(
    effect: Effect,
    breakpoint: { statement: number | string; moment: Moment },
    fail: () => unknown,
  ): Promise<boolean> {
    const { owner, proxy } = this;
    const api = new ApiClient(this.failing.url, owner.key);
    await api.call('/v1/usage'); // opens a pool connection
    const request = await effect.prepare(owner);
    proxy.setBreakpoint({ ...breakpoint, ignoredText: keyUseStatement, action: fail });
    const first = await request.send(api).catch(() => undefined);
    const { wasReached } = proxy.clearBreakpoint();
    if (!wasReached) expect(first?.status).toBeLessThan(300);
    const retry = await request.send(owner);
    await request.verify(retry);
    if (first && first.status < 300) expect(retry.body.data).toEqual(first.body.data);
    expect((await request.send(owner)).body.data).toEqual(retry.body.data);
    return wasReached;
  }
}

const startBehind = ({ url }: PostgresProxy, bed: TestBed) => bed.startApi({ SANDBOX_DATABASE_URL: url });
