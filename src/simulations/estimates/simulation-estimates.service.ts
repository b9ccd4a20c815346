import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { Summary } from '../../engine/index.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Usage } from '../../usage/usage.service.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import type { DryRun } from './estimate.schema.js';
import { precisionOf } from './precision.js';
import { RunTimes } from './run-times.service.js';

/** Estimates the cost, run time and precision of a simulation, or of several with the same agent count, without running them. */
@Injectable()
export class SimulationEstimates {
  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
    private readonly runTimes: RunTimes,
  ) {}

  async of(caller: Caller, planned: PlannedSimulation, count = 1): Promise<DryRun> {
    const { workflow, agentCount, seed, parameterDraws, scenario, webhookUrl, warnings } = planned;
    const { workflow_id, version } = workflow.definition;
    const [cost, { ms, ...measured }, last] = await Promise.all([
      this.costOf(caller, count),
      this.runTimes.expected(caller.tier, workflow, agentCount),
      this.lastSummary(caller, workflow.digest),
    ]);
    return {
      dry_run: true,
      workflow_id,
      workflow_version: version,
      agent_count: agentCount,
      seed,
      uncertainty: { parameter_draws: parameterDraws },
      scenario_context: { ...scenario },
      webhook_url: webhookUrl,
      warnings: warnings.map(({ calibrated_range: [low, high], ...warning }) => ({
        ...warning,
        calibrated_range: [low, high],
      })),
      cost,
      expected_run_time: { ms: ms * count, ...measured },
      expected_precision: precisionOf(agentCount, last),
    };
  }

  private async costOf(caller: Caller, simulations: number): Promise<DryRun['cost']> {
    const { simulation_limit, simulations_this_period } = await this.usage.report(caller);
    const left = Math.max(0, simulation_limit - simulations_this_period);
    return { simulations, simulations_left: left, sufficient: simulations <= left };
  }

  /** Reads only simulations of the caller's organization: even the errors of another organization's results are private. */
  private async lastSummary({ tier, organizationId }: Caller, definitionDigest: string): Promise<Summary | null> {
    const last = await this.databases.for(tier).simulation.findFirst({
      where: { organizationId, sweepId: null, definitionDigest, status: 'completed' },
      orderBy: { createdAt: 'desc' },
      select: { summary: true },
    });
    return (last?.summary ?? null) as Summary | null;
  }
}
