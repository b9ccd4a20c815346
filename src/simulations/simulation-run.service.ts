import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/tier.js';
import { ENGINE_VERSION, type Summary } from '../engine/index.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { toJson } from '../platform/database/json.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { Usage } from '../usage/usage.service.js';
import { announceEnd } from './announce-end.js';
import { statusesBefore } from './simulation.state.js';

/** How long a queued simulation may wait for a worker before it is handed to the queue once more. */
export const pickUpTimeoutMs = 30_000;
/** How long a running one is its worker's without a sign of life. */
export const leaseMs = 15_000;
export const maxAttempts = 3;

/** A run's hold on a simulation. The attempt fences it: writes of a run that was taken over change nothing. */
export interface Run {
  tier: Tier;
  simulation: Simulation;
}

export interface RunOutput {
  agents: Uint8Array<ArrayBuffer>;
  events: Uint8Array<ArrayBuffer> | null;
  summary: Summary;
  digest: string;
}

/** The life of a simulation on the worker's side. Postgres decides who may run what; the queue only carries the word. */
@Injectable()
export class SimulationRuns {
  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
  ) {}

  /** Takes the simulation, or undefined when it is finished, in other hands, or `attempt` is not the next one any more. */
  async claim(tier: Tier, simulationId: string, attempt: number): Promise<Run | undefined> {
    const [simulation] = await this.databases.for(tier).simulation.updateManyAndReturn({
      where: { id: simulationId, attempt, status: { in: statusesBefore('running') } },
      data: {
        status: 'running',
        attempt: attempt + 1,
        agentsDone: 0,
        startedAt: new Date(),
        leaseExpiresAt: leaseEnd(),
      },
    });
    return simulation && { tier, simulation };
  }

  /** A sign of life with the progress. False when the run has been taken over or canceled: it should stop. */
  async heartbeat(run: Run, agentsDone: number): Promise<boolean> {
    const { count } = await this.databases.for(run.tier).simulation.updateMany({
      where: heldBy(run),
      data: { agentsDone, leaseExpiresAt: leaseEnd() },
    });
    return count === 1;
  }

  /** Results and state in one transaction: a completed simulation always has its results. False for a run that was taken over. */
  async complete(run: Run, output: RunOutput): Promise<boolean> {
    return this.databases.for(run.tier).$transaction(async (tx) => {
      const { count } = await tx.simulation.updateMany({
        where: { ...heldBy(run), status: { in: statusesBefore('completed') } },
        data: {
          status: 'completed',
          completedAt: new Date(),
          agentsDone: run.simulation.agentCount,
          summary: toJson(output.summary),
          digest: output.digest,
          engineVersion: ENGINE_VERSION,
          leaseExpiresAt: null,
        },
      });
      if (count === 0) return false;
      const { agents, events } = output;
      await tx.simulationResult.create({ data: { simulationId: run.simulation.id, agents, events } });
      await announceEnd(tx, run.simulation.id);
      return true;
    });
  }

  /** A simulation that fails is no fault of the caller's: the quota gets it back, in the same transaction. */
  async fail(run: Run, code: string, message: string): Promise<void> {
    await this.databases.for(run.tier).$transaction(async (tx) => {
      const { count } = await tx.simulation.updateMany({
        where: { ...heldBy(run), status: { in: statusesBefore('failed') } },
        data: { ...failure(code, message), completedAt: new Date(), leaseExpiresAt: null },
      });
      if (count === 0) return;
      await this.usage.giveBack(tx, run.simulation.organizationId, run.simulation.createdAt);
      await announceEnd(tx, run.simulation.id);
    });
  }

  /** Gives a job back that was not begun, so that the next sweep hands it to another worker. */
  async handBack(tier: Tier, simulationId: string, attempt: number): Promise<void> {
    await this.databases.for(tier).simulation.updateMany({
      where: { id: simulationId, attempt, status: { in: statusesBefore('running') } },
      data: { leaseExpiresAt: new Date() },
    });
  }

  /** Lets go at once, so that the next sweep hands the simulation to another run. */
  async release(run: Run): Promise<void> {
    await this.databases
      .for(run.tier)
      .simulation.updateMany({ where: heldBy(run), data: { leaseExpiresAt: new Date() } });
  }

  /**
   * Finds what nobody holds any more and gives it back to the queue; what was tried too often fails.
   * Several sweeps at once share the rows.
   */
  async sweep(tier: Tier, limit = 100): Promise<number> {
    return this.databases.for(tier).$transaction(async (tx) => {
      const lost = await tx.$queryRaw<{ id: string; attempt: number }[]>`
        SELECT id, attempt FROM simulations
        WHERE status IN ('queued', 'running') AND lease_expires_at < now()
        ORDER BY lease_expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
      for (const { id, attempt } of lost) {
        if (attempt >= maxAttempts) {
          const message = `The simulation was lost ${attempt} times while it ran.`;
          const failed = await tx.simulation.update({
            where: { id },
            data: { ...failure('worker_lost', message), completedAt: new Date(), leaseExpiresAt: null },
          });
          await this.usage.giveBack(tx, failed.organizationId, failed.createdAt);
          await announceEnd(tx, id);
          continue;
        }
        const leaseExpiresAt = new Date(Date.now() + pickUpTimeoutMs);
        await tx.simulation.update({ where: { id }, data: { leaseExpiresAt } });
        await Outbox.append(tx, { kind: 'simulation.queued', payload: { simulation_id: id, attempt } });
      }
      return lost.length;
    });
  }
}

const leaseEnd = () => new Date(Date.now() + leaseMs);

function heldBy(run: Run) {
  return { id: run.simulation.id, attempt: run.simulation.attempt, status: 'running' as const };
}

function failure(code: string, message: string) {
  return { status: 'failed' as const, failureCode: code, failureMessage: message };
}
