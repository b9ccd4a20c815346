import { saveSample, type RespondentSample } from '../../workflows/respondent-samples.js';
import { Injectable } from '@nestjs/common';
import { Batch } from '../../common/batch.js';
import { tiers, type Tier } from '../../common/identity/caller.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { isDatabaseUnavailable } from '../../platform/database/database-unavailable.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { metrics } from '../../platform/metrics/metrics.js';
import { Usage } from '../../usage/usage.service.js';
import { publishedDigest } from '../../saved/adjustments/adjusted-workflows.service.js';
import { ResultStore, type ResultFiles, type ResultRow } from '../results/store/result-store.js';
import { timeBudgetCode } from '../failure-codes.js';
import { kindOf } from '../kinds/index.js';
import { appendFinishedMessage } from './finished-runs.service.js';
import { completeRuns, inStatements, type FinishedRun } from './complete-runs.js';
import { leaseMs, maxAttempts, type Run } from './simulation-claims.service.js';
import { statusesBefore } from '../run.state.js';
import type { EncodedSummary } from '../stored-summary.js';

/** Maximum lost runs that fail in one transaction. */
const reapBatchSize = 100;
const lostCode = 'worker_lost';
const lostMessage = `The simulation was lost ${maxAttempts} times while it ran.`;

export interface RunOutput extends EncodedSummary {
  /** Null for other runs than simulations, which store no agents. */
  agents: ResultFiles['agents'] | null;
  events: ResultFiles['events'];
  digest: string;
}

const withoutFiles: ResultRow = { agents: null, agentsKey: null, events: null, eventsKey: null };

/** Records the progress and the end of runs. Leases use the clock of the database, because a worker's clock can be wrong. */
@Injectable()
export class SimulationRuns {
  /** Runs that end while another statement writes share the next one. */
  private readonly completions = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<FinishedRun, boolean>((finished) => this.completeAll(tier, finished))]),
  ) as Record<Tier, Batch<FinishedRun, boolean>>;

  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
    private readonly store: ResultStore,
  ) {}

  private async completeAll(tier: Tier, finished: readonly FinishedRun[]): Promise<boolean[]> {
    const completed: boolean[] = [];
    for (const part of inStatements(finished)) completed.push(...(await completeRuns(this.databases.sql(tier), part)));
    return completed;
  }

  /** Renews the lease and writes the progress. Returns false if the worker must stop, because the run was taken over or canceled. */
  async heartbeat({ tier, simulation: { id, attempt } }: Run, agentsDone: number): Promise<boolean> {
    const count = await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET agents_done = ${agentsDone}, lease_expires_at = now() + ${leaseMs} * interval '1 ms'
      WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`;
    return count === 1;
  }

  /** Stores the rows of a fit before its result, so that a completed fit has its rows. */
  async saveSample({ tier, simulation }: Run, sample: RespondentSample): Promise<void> {
    const { organizationId, request } = simulation;
    const { dataset_id: datasetId } = request as { dataset_id: string };
    await saveSample(this.databases.sql(tier), { organizationId, datasetId }, sample);
  }

  /**
   * Writes results and status in one transaction, so that a completed simulation always has results. Returns false if the run was taken
   * over. Throws {@link AppError} `service_unavailable` if the result store is unavailable.
   *
   * @param sample digest of the rows that the agents are: without the rows, no agents are stored
   */
  async complete(run: Run, output: RunOutput, sample: string | null = null): Promise<boolean> {
    const { id: simulationId, attempt } = run.simulation;
    const { agents, events, summary, summaryDetails, digest } = output;
    const stored = agents
      ? await this.store.save({ tier: run.tier, simulationId, attempt }, { agents, events })
      : withoutFiles;
    const finished = { run, summary, summaryDetails, digest, stored, sample };
    try {
      return await this.completions[run.tier].submit(finished);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // The error can belong to another run of the same statement.
      const [completed] = await completeRuns(this.databases.sql(run.tier), [finished]);
      return completed === true;
    }
  }

  /**
   * Marks the simulation as failed and refunds the quota in the same transaction. There is no refund if a definition of the organization
   * exceeds its processor time, because it could otherwise use the processors without a limit. A fit always has its own definition.
   */
  async fail(run: Run, code: string, message: string): Promise<void> {
    const failed = await this.databases.for(run.tier).$transaction((tx) => this.end(tx, ownedBy(run), code, message));
    metrics.failures.inc({ code }, Number(failed));
  }

  /** Makes the simulation eligible for a new run. The run counts as lost, because the simulation may be the cause of the error. */
  async release(run: Run): Promise<void> {
    await this.endLease(run, 0, 0);
  }

  /** Like {@link release}, but the run does not count as lost. @param pauseMs delay until the simulation is eligible */
  async requeue(run: Run, pauseMs: number): Promise<void> {
    await this.endLease(run, 1, pauseMs);
  }

  /** Fails simulations that reached the limit of lost runs. Claims take over all other lost runs. Concurrent reapers share the rows. */
  async reapLostRuns(tier: Tier): Promise<void> {
    const failed = await this.databases.for(tier).$transaction(async (tx) => {
      const lost = await tx.$queryRaw<{ id: string; attempt: number }[]>`
        SELECT id, attempt FROM simulations
        WHERE status = 'running' AND lease_expires_at <= now() AND attempt - handed_back >= ${maxAttempts}
        LIMIT ${reapBatchSize} FOR UPDATE SKIP LOCKED`;
      let ended = 0;
      for (const run of lost) ended += Number(await this.end(tx, run, lostCode, lostMessage));
      return ended;
    });
    metrics.failures.inc({ code: lostCode }, failed);
  }

  /** Increments the attempt, so that a late heartbeat cannot renew the lease. The increment itself does not count as a run. */
  private async endLease(
    { tier, simulation: { id, attempt } }: Run,
    uncounted: number,
    pauseMs: number,
  ): Promise<void> {
    await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET attempt = attempt + 1, handed_back = handed_back + 1 + ${uncounted}::int, agents_done = 0,
                             lease_expires_at = now() + ${pauseMs} * interval '1 ms'
      WHERE id = ${id} AND attempt = ${attempt} AND status = 'running'`;
  }

  /** Returns false if the simulation is already finished or has a newer run. */
  private async end(
    tx: Transaction,
    { id, attempt }: { id: string; attempt: number },
    code: string,
    message: string,
  ): Promise<boolean> {
    const [failed] = await tx.simulation.updateManyAndReturn({
      where: { id, attempt, status: { in: statusesBefore('failed') } },
      data: {
        status: 'failed',
        failureCode: code,
        failureMessage: message,
        completedAt: await databaseTime(tx),
        leaseExpiresAt: null,
      },
    });
    if (!failed) return false;
    const isOwnFault =
      code === timeBudgetCode && (kindOf(failed).fromDataset !== undefined || (await isOwnDefinition(tx, failed)));
    if (!isOwnFault) await this.usage.refund(tx, failed.organizationId, failed.createdAt, failed.cost);
    await appendFinishedMessage(tx, failed.id);
    return true;
  }
}

/** Returns whether the organization published the definition itself, also if the request adjusted it. */
async function isOwnDefinition(tx: Transaction, simulation: Simulation): Promise<boolean> {
  const { organizationId } = simulation;
  return (
    (await tx.workflowVersion.count({ where: { organizationId, definitionDigest: publishedDigest(simulation) } })) > 0
  );
}

function ownedBy({ simulation: { id, attempt } }: Run) {
  return { id, attempt, status: 'running' as const };
}
