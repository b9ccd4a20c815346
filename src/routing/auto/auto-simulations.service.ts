import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { QuestionRouter, type NamedRoute, type RoutedQuestion } from '../question-router.service.js';
import { reasonTexts } from '../../simulations/reason-texts.js';
import { Simulations } from '../../simulations/simulations.service.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { alternativeOf, whichOf } from './alternatives.js';
import type { AutoDryRun, AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { interpretedScenario, type InterpretedScenario } from './interpreted-scenario.js';
import { QuestionRuns, type CreatedRuns, type PlannedRuns } from './question-runs.service.js';
import { readyRequests } from './ready-requests.js';

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
    private readonly runs: QuestionRuns,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async dryRun(caller: Caller, request: AutoSimulation): Promise<{ data: AutoDryRun; meta: RoutedVia }> {
    const { meta, runs } = this.plan(caller, request, await this.route(caller, request));
    const comparison = meta.comparison && {
      simulations: meta.comparison.simulations.map((one) => ({ ...one, id: null })),
      compare_url: null,
    };
    return { data: await this.runs.estimate(caller, runs), meta: { ...meta, comparison } };
  }

  /**
   * Routes the question before the transaction, so that the transaction does not wait for the routing thread, and applies the routing
   * floor inside it. A replay therefore returns the first response even if the question would now be routed differently.
   */
  async create(
    caller: Caller,
    request: AutoSimulation,
    idempotencyKey: string | undefined,
  ): Promise<CreatedRuns & { meta: RoutedVia; replayed: boolean }> {
    const routed = await this.route(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations/auto',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const { runs, meta } = this.plan(caller, request, routed);
      const { body: created, ...effect } = await this.runs.queue(sql, caller, runs);
      return { ...effect, body: { ...created, meta } };
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
  ): { runs: PlannedRuns; meta: RoutedVia } {
    const { question, overrides, accept_partial } = request;
    const [best, ...others] = possible;
    const alternatives = (decision === 'accept' ? others : possible).map(({ route, workflow: { definition } }) =>
      alternativeOf({ route, definition }, question),
    );
    if (decision === 'ask') throw new AppError('route_ambiguous', { question: whichOf(alternatives), alternatives });
    if (decision === 'refuse' || !best)
      throw new AppError('routing_low_confidence', { routing_floor: this.settings.routingFloor, alternatives });
    const { confidence, explanation, workflowName: workflow_name } = best.route;
    const { definition } = best.workflow;
    const matched = { workflow_id: definition.workflow_id, workflow_name, confidence };
    const scenario = interpretedScenario(definition, question, overrides);
    const { interpretation, open } = scenario;
    if (!accept_partial && open.length > 0) {
      const { kind, interpreted, not_interpreted } = interpretation;
      const requests = readyRequests(definition, scenario, request);
      throw new AppError('question_incomplete', { ...matched, kind, interpreted, not_interpreted, requests });
    }
    const route = { ...matched, scorer };
    const runs = this.runs.plan(caller, best.workflow, request, scenario, { ...route, question, ...interpretation });
    const { comparison, range } = runs;
    const warnings = warningsOf(scenario);
    return {
      runs,
      meta: { routed_via: { ...route, explanation }, alternatives, ...interpretation, comparison, range, warnings },
    };
  }
}

function warningsOf({ interpretation: { not_interpreted } }: InterpretedScenario): RoutedVia['warnings'] {
  return not_interpreted
    .filter(({ reason }) => reason !== 'negated' && reason !== 'overridden')
    .map(({ words, reason }) => ({ words, message: `The words have no effect. ${reasonTexts[reason]}` }));
}
