import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import { ENGINE_VERSION, type Summary } from '../../engine/index.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { toJson } from '../../platform/database/json.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { Usage } from '../../usage/usage.service.js';
import { ResultStore, type ResultFiles } from '../results/store/result-store.js';
import { announceEnd } from '../announce-end.js';
import { leaseMs, maxAttempts, type Run } from './simulation-claims.service.js';
import { statusesBefore } from '../simulation.state.js';

/** What was lost too often and is ended in one transaction. */
const endedAtOnce = 100;
const lostCode = 'worker_lost';
const lostMessage = `The simulation was lost ${maxAttempts} times while it ran.`;

export interface RunOutput extends ResultFiles {
  summary: Summary;
  digest: string;
}

/** The life of a simulation that runs. Every lease is written and compared by the clock of the database: a worker's own may be wrong. */
@Injectable()
export class SimulationRuns {
  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
    private readonly store: ResultStore,
  ) {}

  /** A sign of life with the progress. False when the run has been taken over or canceled: it should stop. */
  async heartbeat({ tier, simulation: { id, attempt } }: Run, agentsDone: number): Promise<boolean> {
    const count = await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET agents_done = ${agentsDone}, lease_expires_at = now() + ${leaseMs} * interval '1 ms'
      WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`;
    return count === 1;
  }

  /**
   * Results and state in one transaction: a completed simulation always has its results. False for a run that was taken over.
   * Throws {@link AppError} `service_unavailable` where the store of results is away.
   */
  async complete(run: Run, output: RunOutput): Promise<boolean> {
    const { id: simulationId, attempt } = run.simulation;
    const stored = await this.store.keep({ tier: run.tier, simulationId, attempt }, output);
    return this.databases.for(run.tier).$transaction(async (tx) => {
      const now = await databaseTime(tx);
      const { count } = await tx.simulation.updateMany({
        where: { ...heldBy(run), status: { in: statusesBefore('completed') } },
        data: {
          status: 'completed',
          completedAt: now,
          agentsDone: run.simulation.agentCount,
          summary: toJson(output.summary),
          digest: output.digest,
          engineVersion: ENGINE_VERSION,
          leaseExpiresAt: null,
        },
      });
      if (count === 0) return false;
      await tx.simulationResult.create({ data: { simulationId, ...stored, createdAt: now } });
      await announceEnd(tx, simulationId);
      return true;
    });
  }

  /** A simulation that fails is no fault of the caller's: the quota gets it back, in the same transaction. */
  async fail(run: Run, code: string, message: string): Promise<void> {
    const failed = await this.databases.for(run.tier).$transaction((tx) => this.end(tx, heldBy(run), code, message));
    metrics.failures.inc({ code }, Number(failed));
  }

  /** Lets go at once, for another run. It counts as lost: something about the simulation may have broken it off. */
  async release(run: Run): Promise<void> {
    await this.letGo(run, 0, 0);
  }

  /** The same where the simulation had no part in it. @param pauseMs until it may be taken up again */
  async requeue(run: Run, pauseMs: number): Promise<void> {
    await this.letGo(run, 1, pauseMs);
  }

  /** Ends what was lost too often; all else that is lost is taken up by the next claim. Several sweeps at once share the rows. */
  async reapLostRuns(tier: Tier): Promise<void> {
    const failed = await this.databases.for(tier).$transaction(async (tx) => {
      const lost = await tx.$queryRaw<{ id: string; attempt: number }[]>`
        SELECT id, attempt FROM simulations
        WHERE status = 'running' AND lease_expires_at <= now() AND attempt - handed_back >= ${maxAttempts}
        LIMIT ${endedAtOnce} FOR UPDATE SKIP LOCKED`;
      let ended = 0;
      for (const which of lost) ended += Number(await this.end(tx, which, lostCode, lostMessage));
      return ended;
    });
    metrics.failures.inc({ code: lostCode }, failed);
  }

  /** The number goes up, and does not count as a run: a heartbeat that is still on its way finds nothing to keep. */
  private async letGo({ tier, simulation: { id, attempt } }: Run, forgiven: number, pauseMs: number): Promise<void> {
    await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET attempt = attempt + 1, handed_back = handed_back + 1 + ${forgiven}::int, agents_done = 0,
                             lease_expires_at = now() + ${pauseMs} * interval '1 ms'
      WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`;
  }

  /** False where it has ended otherwise. */
  private async end(
    tx: Transaction,
    { id, attempt }: { id: string; attempt: number },
    code: string,
    message: string,
  ): Promise<boolean> {
    const [failed] = await tx.simulation.updateManyAndReturn({
      where: { id, attempt, status: { in: statusesBefore('failed') } },
      data: {
        ...{ status: 'failed', failureCode: code, failureMessage: message },
        ...{ completedAt: await databaseTime(tx), leaseExpiresAt: null },
      },
    });
    if (!failed) return false;
    await this.usage.refund(tx, failed.organizationId, failed.createdAt);
    await announceEnd(tx, failed.id);
    return true;
  }
}

function heldBy({ simulation: { id, attempt } }: Run) {
  return { id, attempt, status: 'running' as const };
}
