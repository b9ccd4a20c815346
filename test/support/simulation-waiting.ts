import { freePort } from '../../embedded/free-port.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { workflowId, type SimulationRecord } from './simulations.js';
import { sqlOf } from './sql-of.js';
import { TestBed } from './test-bed.js';
import { waitUntil } from './wait-until.js';

/** A condition on `pg_stat_activity`: the connections with a subscription to changes of simulations. */
export const isSubscription = `query = 'LISTEN "simulations"'`;

export const smallSimulation = { workflow_id: workflowId, agent_count: 20 };

/** An API process with a caller that waits for simulations. They stay queued until a test starts a worker. */
export class WaitingCaller {
  readonly sql: ReturnType<typeof sqlOf>;

  private constructor(
    readonly bed: TestBed,
    readonly api: ApiClient,
    private readonly metricsPort: number,
  ) {
    this.sql = sqlOf(bed.servers.sandboxDatabaseOwnerUrl);
  }

  static async start(): Promise<WaitingCaller> {
    const bed = await TestBed.start();
    const metricsPort = await freePort();
    const { url } = await bed.startApi({ SVC_API_METRICS_PORT: String(metricsPort) });
    return new WaitingCaller(bed, await bed.newCaller(url), metricsPort);
  }

  stop(): Promise<void> {
    return this.bed.stop();
  }

  create(prefer?: string, headers: Record<string, string> = {}): Promise<ApiResponse<SimulationRecord>> {
    return this.api.call<SimulationRecord>('/v1/simulations', {
      method: 'POST',
      json: smallSimulation,
      headers: { ...headers, ...(prefer !== undefined && { prefer }) },
    });
  }

  read(id: string, prefer: string): Promise<ApiResponse<SimulationRecord>> {
    return this.api.call<SimulationRecord>(`/v1/simulations/${id}`, { headers: { prefer } });
  }

  cancel(id: string): Promise<ApiResponse> {
    return this.api.post(`/v1/simulations/${id}/cancel`, undefined);
  }

  /** Waits until this number of callers of the process wait for a simulation. */
  waitForFollowers(count: number, port = this.metricsPort): Promise<void> {
    return waitUntil(`${count} callers wait`, async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return text.includes(`svc_simulation_followers ${count}\n`);
    });
  }

  /** Number of database connections that meet the condition. */
  async connections(where: string): Promise<number> {
    const [row] = await this.sql<{ count: number }>(`SELECT count(*)::int FROM pg_stat_activity WHERE ${where}`);
    return row?.count ?? NaN;
  }

  pause(): Promise<unknown> {
    return this.sql(`INSERT INTO queue_pauses (name, paused_by) VALUES ('simulations', 'test')`);
  }

  resume(): Promise<unknown> {
    return this.sql('DELETE FROM queue_pauses');
  }
}
