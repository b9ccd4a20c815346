import type { ChildProcess } from 'node:child_process';
import { expireLeases } from '../leases.js';
import { PostgresProxy, type Moment } from '../postgres-proxy.js';
import type { Settings } from '../test-bed.js';
import { waitUntil } from '../wait-until.js';
import type { FaultyService } from './faulty-service.js';

/** Each kill of a worker then loses one run. A simulation that is lost three times fails. */
export const oneRunAtATime: Settings = {
  SVC_PLAN_LIMITS: JSON.stringify({ growth: { requests_per_minute: 1_000_000, concurrent_simulations: 1 } }),
};

/** A worker with a proxy before its sandbox database, so that a test can kill it at a statement. */
export class KillableWorker {
  private constructor(
    private readonly service: FaultyService,
    readonly proxy: PostgresProxy,
    private child: ChildProcess,
  ) {}

  static async start(service: FaultyService, settings: Settings = {}): Promise<KillableWorker> {
    const proxy = await PostgresProxy.start(service.databaseUrl);
    return new KillableWorker(service, proxy, await startBehind(proxy, service, settings));
  }

  /** Ends the proxy. The service ends the process. */
  stop(): Promise<void> {
    return this.proxy.stop();
  }

  killAt(statement: string, moment: Moment): void {
    this.proxy.setBreakpoint({ statement, moment, action: () => this.child.kill('SIGKILL') });
  }

  waitForKill(): Promise<void> {
    return waitUntil('the worker is killed', () => this.child.signalCode !== null);
  }

  /** Waits until the worker is killed, then replaces it. */
  async replaceKilled(): Promise<void> {
    await this.waitForKill();
    const killedAt = new Date();
    await this.replaceStopped('SIGKILL');
    await expireLeases(this.service.databaseUrl, killedAt);
    // Skips the time after which deliveries of a lost worker are due again.
    await this.service.sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'pending'`);
  }

  /** Stops the worker, calls `meanwhile`, and starts another worker. */
  async replaceStopped(signal: NodeJS.Signals, meanwhile?: () => Promise<void>): Promise<void> {
    await this.service.stopWorker(signal, this.child);
    await meanwhile?.();
    this.child = await startBehind(this.proxy, this.service);
  }
}

const startBehind = ({ url }: PostgresProxy, service: FaultyService, settings: Settings = {}) =>
  service.startWorker({ SANDBOX_DATABASE_URL: url, ...settings });
