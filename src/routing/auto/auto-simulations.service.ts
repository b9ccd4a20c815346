import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { reasonTexts } from '../../simulations/reason-texts.js';
import { withoutMarkup } from '../text/plain-text.js';
import { AssistedRouter, type AssistedQuestion } from './assisted-router.service.js';
import { alternativeOf, whichOf } from './alternatives.js';
import type { AutoDryRun, AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { interpretedScenario, type InterpretedScenario } from './interpreted-scenario.js';
import { QuestionRuns, type CreatedRuns, type PlannedRuns } from './question-runs.service.js';
import { readyRequests } from './ready-requests.js';

/** Creates simulations from questions. */
@Injectable()
export class AutoSimulations {
  constructor(
    private readonly router: AssistedRouter,
    private readonly runs: QuestionRuns,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async dryRun(caller: Caller, request: AutoSimulation): Promise<{ data: AutoDryRun; meta: RoutedVia }> {
    const { meta, runs } = this.plan(caller, request, await this.router.route(caller, request.question));
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
    const routed = await this.router.route(caller, request.question);
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

  private plan(
    caller: Caller,
    request: AutoSimulation,
    { decision, possible, scorer, sentence, english, help, notes, unsupportedLanguage: language }: AssistedQuestion,
  ): { runs: PlannedRuns; meta: RoutedVia } {
    const { question, overrides, accept_partial } = request;
    const modelWarnings = notes.map((message) => ({ words: question, message }));
    const noted = modelWarnings.length > 0 ? { warnings: modelWarnings } : {};
    const [best, ...others] = possible;
    const alternatives = (decision === 'accept' ? others : possible).map(({ route, workflow: { definition } }) =>
      alternativeOf({ route, definition }, english),
    );
    if (language !== undefined) throw new AppError('unsupported_language', { language, ...noted });
    if (decision === 'ask')
      throw new AppError('route_ambiguous', { question: whichOf(alternatives), alternatives, ...noted });
    if (decision === 'refuse' || !best)
      throw new AppError('routing_low_confidence', {
        routing_floor: this.settings.routingFloor,
        alternatives,
        ...noted,
      });
    const { confidence, explanation, workflowName: workflow_name } = best.route;
    const { definition } = best.workflow;
    const matched = { workflow_id: definition.workflow_id, workflow_name, confidence };
    const scenario = interpretedScenario(definition, withoutMarkup(question), overrides, help);
    const { interpretation, open } = scenario;
    if (!accept_partial && open.length > 0) {
      const { kind, interpreted, not_interpreted } = interpretation;
      const requests = readyRequests(definition, scenario, request);
      throw new AppError('question_incomplete', { ...matched, kind, interpreted, not_interpreted, requests, ...noted });
    }
    const route = { ...matched, scorer, sentence };
    const runs = this.runs.plan(caller, best.workflow, request, scenario, { ...route, question, ...interpretation });
    const { comparison, range, goal } = runs;
    const warnings = [...modelWarnings, ...warningsOf(scenario)];
    return {
      runs,
      meta: {
        routed_via: { ...route, explanation },
        alternatives,
        ...interpretation,
        comparison,
        range,
        goal,
        warnings,
      },
    };
  }
}

function warningsOf({ interpretation: { not_interpreted } }: InterpretedScenario): RoutedVia['warnings'] {
  return not_interpreted
    .filter(({ reason }) => reason !== 'negated' && reason !== 'overridden')
    .map(({ words, reason }) => ({ words, message: `The words have no effect. ${reasonTexts[reason]}` }));
}
