import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { baselineScenario, ENGINE_VERSION } from '../../engine/definition.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Usage } from '../../usage/usage.service.js';
import { chooseHeadline } from '../headline.js';
import type { PlannedRun } from '../run.row.js';
import { uncertaintyOf } from '../uncertainty.js';
import type { DryRun } from './estimate.schema.js';
import { plannedFields } from './planned-fields.js';
import { precisionOf } from './precision.js';
import { readFigures } from '../stored-summary.js';
import type { FiguresRecord } from '../summary.schema.js';
import { BaselineBudgets } from './baseline-budgets.service.js';
import { RunTimes } from './run-times.service.js';

/** Estimates the cost, run time and precision of a simulation, or of several with the same agent count, without running them. */
@Injectable()
export class SimulationEstimates {
  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
    private readonly runTimes: RunTimes,
    private readonly budgets: BaselineBudgets,
  ) {}

  /**
   * @param cost simulations counted against the quota
   * @param count simulations that run
   */
  async of(caller: Caller, planned: PlannedRun, cost = 1, count = cost): Promise<DryRun> {
    const [quota, { ms, ...measured }, last] = await Promise.all([
      this.usage.costOf(caller, cost),
      this.runTimes.expected(caller.tier, planned.workflow, planned.agentCount),
      this.lastSummary(caller, planned),
    ]);
    return {
      object: 'dry_run',
      dry_run: true,
      ...plannedFields(planned),
      uncertainty: uncertaintyOf(planned.parameterDraws),
      cost: quota,
      expected_run_time: { ms: ms * count, ...measured },
      expected_precision: await this.precision(planned, last),
    };
  }

  private async precision(
    { workflow, agentCount, parameterDraws, organizationId, scenario, routedVia }: PlannedRun,
    last: FiguresRecord | null,
  ): Promise<DryRun['expected_precision']> {
    const { definition } = workflow;
    const figures = last ?? (await this.budgets.of(workflow, agentCount, parameterDraws !== 0, organizationId));
    const request = { scenario, reference: baselineScenario(definition), asked: routedVia?.outcome };
    const headline = chooseHeadline(definition, request, figures);
    return precisionOf(agentCount, definition, { ...figures, headline }, last ? 'last_simulation' : 'worst_case');
  }

  /**
   * Reads the last simulation with the same method of the intervals. Reads only simulations of the caller's organization: even the errors of
   * another organization's results are private.
   */
  private async lastSummary(
    { tier, organizationId }: Caller,
    { workflow, parameterDraws }: PlannedRun,
  ): Promise<FiguresRecord | null> {
    const last = await this.databases.for(tier).simulation.findFirst({
      where: {
        organizationId,
        parentId: null,
        kind: 'simulation',
        definitionDigest: workflow.digest,
        status: 'completed',
        engineVersion: ENGINE_VERSION,
        parameterDraws,
      },
      orderBy: { createdAt: 'desc' },
      select: { summary: true },
    });
    return last?.summary ? readFigures(last.summary) : null;
  }
}
