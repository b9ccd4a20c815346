import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { reasonTexts } from '../../simulations/reason-texts.js';
import { withoutMarkup } from '../text/plain-text.js';
import { AssistedRouter, type AssistedQuestion } from './assisted-router.service.js';
import { alternativeOf, whichOf, type PossibleRoute } from './alternatives.js';
import type { AutoDryRun, AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { interpretedScenario, type InterpretedScenario } from './interpreted-scenario.js';
import { QuestionReader } from './question-reader.service.js';
import { QuestionRuns, type CreatedRuns, type PlannedRuns } from './question-runs.service.js';
import { readyRequests } from './ready-requests.js';

/** A routed question that was read for each workflow that it could mean. */
interface ReadQuestion extends AssistedQuestion {
  possible: (AssistedQuestion['possible'][number] & Pick<PossibleRoute, 'read'>)[];
}

/** Creates simulations from questions. */
@Injectable()
export class AutoSimulations {
  constructor(
    private readonly router: AssistedRouter,
    private readonly reader: QuestionReader,
    private readonly runs: QuestionRuns,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async dryRun(caller: Caller, request: AutoSimulation): Promise<{ data: AutoDryRun; meta: RoutedVia }> {
    const { meta, runs } = this.plan(caller, request, await this.read(caller, request));
    const comparison = meta.comparison && {
      simulations: meta.comparison.simulations.map((one) => ({ ...one, id: null })),
      compare_url: null,
    };
    return { data: await this.runs.estimate(caller, runs), meta: { ...meta, comparison } };
  }

  /**
   * Routes and reads the question before the transaction, so that the transaction does not wait for their threads, and applies the
   * routing floor inside it. A replay therefore returns the first response even if the question would now be routed or read differently.
   */
  async create(
    caller: Caller,
    request: AutoSimulation,
    idempotencyKey: string | undefined,
  ): Promise<CreatedRuns & { meta: RoutedVia; replayed: boolean }> {
    const read = await this.read(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations/auto',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    const { body, replayed } = await this.idempotency.once(caller.tier, once, async (sql) => {
      const { runs, meta } = this.plan(caller, request, read);
      const { body: created, ...effect } = await this.runs.queue(sql, caller, runs);
      return { ...effect, body: { ...created, meta } };
    });
    return { ...body, replayed };
  }

  /** Reads the scenario of the selected workflow, and the values that the other ones offer. */
  private async read(caller: Caller, request: AutoSimulation): Promise<ReadQuestion> {
    const routed = await this.router.route(caller, request.question);
    const { decision, possible, english, help } = routed;
    const question = withoutMarkup(request.question);
    const read = await this.reader.read(
      caller.organizationId,
      possible.map(({ workflow }, rank) =>
        decision === 'accept' && rank === 0 ? { workflow, question, help } : { workflow, question: english },
      ),
    );
    return { ...routed, possible: possible.map((one, rank) => ({ ...one, read: read[rank]! })) };
  }

  private plan(
    caller: Caller,
    request: AutoSimulation,
    { decision, possible, scorer, sentence, english, notes, unsupportedLanguage: language }: ReadQuestion,
  ): { runs: PlannedRuns; meta: RoutedVia } {
    const { question, overrides, accept_partial } = request;
    const modelWarnings = notes.map((message) => ({ words: question, message }));
    const noted = modelWarnings.length > 0 ? { warnings: modelWarnings } : {};
    const [best, ...others] = possible;
    const alternatives = (decision === 'accept' ? others : possible).map(({ route, workflow: { definition }, read }) =>
      alternativeOf({ route, definition, read }, english),
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
    const scenario = interpretedScenario(definition, withoutMarkup(question), best.read, overrides);
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
