import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { QuestionRouter, type NamedRoute } from '../question-router.service.js';
import type { DryRun } from '../../simulations/estimates/estimate.schema.js';
import { SimulationEstimates } from '../../simulations/estimates/simulation-estimates.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { SimulationRecord } from '../../simulations/simulation.record.js';
import type { PlannedSimulation } from '../../simulations/simulation.writer.js';
import { Simulations } from '../../simulations/simulations.service.js';
import type { AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { interpretedScenario } from './interpreted-scenario.js';

const maxAlternatives = 5;

/** Routes of a question, best first, and the workflow to run if the confidence of the best route reaches the routing floor. */
interface RoutedQuestion {
  routes: readonly NamedRoute[];
  found?: { best: NamedRoute; workflow: Workflow };
}

/** Creates simulations from questions. */
@Injectable()
export class AutoSimulations {
  constructor(
    private readonly router: QuestionRouter,
    private readonly simulations: Simulations,
    private readonly estimates: SimulationEstimates,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async dryRun(caller: Caller, request: AutoSimulation): Promise<{ data: DryRun; meta: RoutedVia }> {
    const { meta, planned } = this.plan(caller, request, await this.route(caller, request));
    return { data: await this.estimates.of(caller, planned), meta };
  }

  /**
   * Routes the question before the transaction, so that the transaction does not wait for the routing thread, and applies the routing
   * floor inside it. A replay therefore returns the first response even if the question would now be routed differently.
   */
  async create(
    caller: Caller,
    request: AutoSimulation,
    idempotencyKey: string | undefined,
  ): Promise<{ record: SimulationRecord; meta: RoutedVia; replayed: boolean }> {
    const routed = await this.route(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations/auto',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const { planned, meta } = this.plan(caller, request, routed);
      const { body: record, last } = await this.simulations.queue(sql, caller, planned);
      return { body: { record, meta }, last };
    });
    return { ...body, replayed };
  }

  /** Also reads the workflow: a second connection inside the transaction could exhaust the pool and deadlock. */
  private async route(caller: Caller, { question }: AutoSimulation): Promise<RoutedQuestion> {
    const routes = await this.router.route(caller, question, maxAlternatives);
    const [best] = routes;
    if (!best || best.confidence < this.settings.routingFloor) return { routes };
    const workflow = await this.simulations.workflow(caller, best.workflow.id);
    // The workflow was deprecated while the question was routed: offer the other routes.
    return workflow instanceof AppError ? { routes: routes.slice(1) } : { routes, found: { best, workflow } };
  }

  private plan(
    caller: Caller,
    request: AutoSimulation,
    { routes, found }: RoutedQuestion,
  ): { planned: PlannedSimulation; meta: RoutedVia } {
    if (!found) throw this.refusal(routes);
    const { best, workflow } = found;
    const { question, agent_count, overrides, seed, uncertainty, webhook_url } = request;
    const { confidence, explanation, workflowName: workflow_name } = best;
    const workflow_id = best.workflow.id;
    const { scenarioContext, interpretation } = interpretedScenario(workflow.definition, question, overrides);
    const planned = this.simulations.planOf(caller, workflow, {
      workflow_id,
      agent_count,
      scenario_context: scenarioContext,
      seed,
      uncertainty,
      webhook_url,
    });
    return {
      planned: { ...planned, routedVia: { workflow_id, workflow_name, confidence, question } },
      meta: { routed_via: { workflow_id, workflow_name, confidence, explanation }, ...interpretation },
    };
  }

  private refusal(routed: readonly NamedRoute[]): AppError {
    return new AppError('routing_low_confidence', {
      routing_floor: this.settings.routingFloor,
      alternatives: routed.map(({ workflow: { id }, workflowName, confidence, explanation }) => ({
        workflow_id: id,
        workflow_name: workflowName,
        confidence,
        question: explanation.example,
      })),
    });
  }
}
