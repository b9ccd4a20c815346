import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Tier, Caller } from '../../common/identity/caller.js';
import { type WorkflowDefinition, baselineScenario, ENGINE_VERSION } from '../../../model/definition.js';
import { Databases } from '../../platform/database/databases.service.js';
import { WorkflowCatalog, type Workflow } from '../../workflows/workflow-catalog.service.js';
import { Usage } from '../../usage/usage.service.js';
import { chooseHeadline } from '../headline.js';
import type { PlannedRun } from '../run.row.js';
import { uncertaintyOf } from '../uncertainty.js';
import { type DryRun, plannedFields, precisionOf } from './estimate.schema.js';
import { readFigures } from '../stored-summary.js';
import type { FiguresRecord } from '../summary.schema.js';
import { join } from 'node:path';
import { RequestThreads } from '../../platform/process/request-threads.service.js';
import { agentsInteract } from '../../../model/analyses.js';
import type { Summary } from '../../../model/simulate.js';
import type { BudgetTask } from './budget.thread.js';

/** Agents of the simulation behind an estimate. Interacting agents need many runs, which take longer. */
const maxAgents = { independent: 2_000, interacting: 300 };
export function budgetAgents(definition: WorkflowDefinition, requestedAgents: number): number {
  return Math.min(requestedAgents, agentsInteract(definition) ? maxAgents.interacting : maxAgents.independent);
}

const maxCachedBudgets = 200;
const file = join(import.meta.dirname, 'budget.thread.js');

/**
 * Computes the error budget of a workflow at its baseline with a small simulation, in a thread. Keeps the budgets in memory: they depend on
 * the definition only.
 */
@Injectable()
export class BaselineBudgets {
  private readonly cached = new LRUCache<string, Summary>({ max: maxCachedBudgets });

  constructor(private readonly threads: RequestThreads) {}

  /** Throws `AppError` `service_unavailable` if too many budgets wait or one takes too long. */
  async of(
    { definition, digest }: Workflow,
    requestedAgents: number,
    hasEstimation: boolean,
    organizationId: string,
  ): Promise<Summary> {
    const agentCount = budgetAgents(definition, requestedAgents);
    const key = `${digest} ${agentCount} ${hasEstimation}`;
    const known = this.cached.get(key);
    if (known !== undefined) return known;
    return this.threads.inTurn<BudgetTask, Summary, Summary>(file, organizationId, async (run) => {
      const budget = this.cached.get(key) ?? (await run({ definition, agentCount, hasEstimation }));
      this.cached.set(key, budget);
      return budget;
    });
  }
}

/**
 * Fits a line that is robust to outliers, such as run times on a busy machine. Its slope is the median of the slopes between all pairs of
 * points (Theil, 1950; Sen, 1968). Slope and intercept are not negative. If all points have the same x, the line passes through the origin.
 */
export function fitLine(points: readonly { x: number; y: number }[]): { intercept: number; slope: number } {
  const slopes = points.flatMap((a, index) =>
    points
      .slice(index + 1)
      .filter((b) => b.x !== a.x)
      .map((b) => (b.y - a.y) / (b.x - a.x)),
  );
  if (slopes.length === 0) return { intercept: 0, slope: median(points.map(({ x, y }) => y / x)) };
  const slope = Math.max(0, median(slopes));
  return { slope, intercept: Math.max(0, median(points.map(({ x, y }) => y - slope * x))) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

type Family = WorkflowDefinition['decision']['family'];

/** The default if no runs were measured: milliseconds per agent, measured on two cores with 50 draws of the coefficients. */
const defaultMsPerAgent: Record<Family, number> = {
  amounts: 0.03,
  binary_logit: 0.006,
  conditional_logit: 0.02,
  counts: 0.006,
  diffusion: 0.3,
  hazard: 0.02,
  ordered_logit: 0.003,
  repeated_games: 0.4,
  willingness_to_pay: 0.03,
};

/** Fewer runs depend too much on the load of the machine. */
const minRuns = 3;
const maxRuns = 50;

const lastRunsQuery = `
  SELECT requested.digest, agent_count, ms FROM unnest($1::text[]) AS requested (digest) CROSS JOIN LATERAL (
    SELECT agent_count, (extract(epoch FROM completed_at - started_at) * 1000)::float8 AS ms FROM simulations
    WHERE definition_digest = requested.digest AND status = 'completed' AND kind = 'simulation' ORDER BY completed_at DESC LIMIT ${maxRuns}) AS run`;

interface RunTime {
  digest: string;
  agent_count: number;
  ms: number;
}

function timeOf(runs: readonly RunTime[], agentCount: number): { ms: number; runs: number } {
  const { intercept, slope } = fitLine(runs.map(({ agent_count, ms }) => ({ x: agent_count, y: Math.max(0, ms) })));
  return { ms: Math.ceil(intercept + slope * agentCount), runs: runs.length };
}

/** Estimates the cost, run time and precision of a simulation, or of several with the same agent count, without running them. */
@Injectable()
export class SimulationEstimates {
  constructor(
    private readonly databases: Databases,
    private readonly usage: Usage,
    private readonly catalog: WorkflowCatalog,
    private readonly budgets: BaselineBudgets,
  ) {}

  /**
   * @param cost simulations counted against the quota
   * @param count simulations that run
   */
  async of(caller: Caller, planned: PlannedRun, cost = 1, count = cost): Promise<DryRun> {
    const [quota, { ms, ...measured }, last] = await Promise.all([
      this.usage.costOf(caller, cost),
      this.expectedTime(caller.tier, planned.workflow, planned.agentCount),
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

  /** Predicts the run time from the last completed runs in the tier, of all organizations. */
  private async expectedTime(tier: Tier, workflow: Workflow, agentCount: number): Promise<DryRun['expected_run_time']> {
    const { family } = workflow.definition.decision;
    const sameFamily = this.catalog.builtIn().filter(({ definition }) => definition.decision.family === family);
    const digests = [...new Set([workflow, ...sameFamily].map(({ digest }) => digest))];
    const { rows } = await this.databases
      .sql(tier)
      .query<RunTime>({ name: 'run times', text: lastRunsQuery, values: [digests] });
    const own = rows.filter(({ digest }) => digest === workflow.digest);
    if (own.length >= minRuns) return { ...timeOf(own, agentCount), measured_on: 'workflow' };
    if (rows.length >= minRuns) return { ...timeOf(rows, agentCount), measured_on: 'family' };
    return { ms: Math.ceil(agentCount * defaultMsPerAgent[family]), measured_on: 'default', runs: 0 };
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
