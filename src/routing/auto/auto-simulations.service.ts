import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { QuestionRouter, type NamedRoute, type RoutedQuestion } from '../question-router.service.js';
import { needsChoice } from '../../interpretation/findings.js';
import type { DryRun } from '../../simulations/estimates/estimate.schema.js';
import { SimulationEstimates } from '../../simulations/estimates/simulation-estimates.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { SimulationRecord } from '../../simulations/simulation.record.js';
import type { PlannedSimulation } from '../../simulations/simulation.writer.js';
import { Simulations } from '../../simulations/simulations.service.js';
import { alternativeOf, whichOf } from './alternatives.js';
import type { AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { interpretedScenario } from './interpreted-scenario.js';

/** A routed question with the workflows that it could mean, best first. */
interface PlannedQuestion extends Pick<RoutedQuestion, 'decision' | 'scorer'> {
  possible: { route: NamedRoute; workflow: Workflow }[];
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

  /** Also reads the workflows: a second connection inside the transaction could exhaust the pool and deadlock. */
  private async route(caller: Caller, { question }: AutoSimulation): Promise<PlannedQuestion> {
    const { decision, routes, scorer } = await this.router.route(caller, question);
    const found = await Promise.all(
      routes.map(async (route) => ({ route, workflow: await this.simulations.workflow(caller, route.workflow.id) })),
    );
    // A workflow may have been deprecated while the question was routed: offer the other ones.
    const isAvailable = (one: (typeof found)[number]): one is PlannedQuestion['possible'][number] =>
      !(one.workflow instanceof AppError);
    const possible = found.filter(isAvailable);
    const isDecided = possible.length === found.length;
    return { decision: isDecided ? decision : 'refuse', possible, scorer };
  }

  private plan(
    caller: Caller,
    request: AutoSimulation,
    { decision, possible, scorer }: PlannedQuestion,
  ): { planned: PlannedSimulation; meta: RoutedVia } {
    const { question, agent_count, overrides, accept_partial, seed, uncertainty, webhook_url } = request;
    const [best, ...others] = possible;
    const alternatives = (decision === 'accept' ? others : possible).map(({ route, workflow: { definition } }) =>
      alternativeOf({ route, definition }, question),
    );
    if (decision === 'ask') throw new AppError('route_ambiguous', { question: whichOf(alternatives), alternatives });
    if (decision === 'refuse' || !best)
      throw new AppError('routing_low_confidence', { routing_floor: this.settings.routingFloor, alternatives });
    const { confidence, explanation, workflowName: workflow_name } = best.route;
    const workflow_id = best.route.workflow.id;
    const { scenarioContext, interpretation } = interpretedScenario(best.workflow.definition, question, overrides);
    const { kind, interpreted, not_interpreted } = interpretation;
    if (!accept_partial && not_interpreted.some(needsChoice)) {
      const matched = { workflow_id, workflow_name, confidence };
      throw new AppError('question_incomplete', { ...matched, kind, interpreted, not_interpreted });
    }
    const planned = this.simulations.planOf(caller, best.workflow, {
      workflow_id,
      agent_count,
      scenario_context: scenarioContext,
      seed,
      uncertainty,
      webhook_url,
    });
    const route = { workflow_id, workflow_name, confidence, scorer };
    return {
      planned: { ...planned, routedVia: { ...route, question, ...interpretation } },
      meta: { routed_via: { ...route, explanation }, alternatives, ...interpretation },
    };
  }
}
