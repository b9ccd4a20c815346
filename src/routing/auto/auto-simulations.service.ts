import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/crypto.js';
import { askedOutcome } from '../../../questions/asked-outcome.js';
import { askedTradeOff } from '../../../questions/asked-trade-off.js';
import type { Reading } from '../../../questions/reading.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { defaultSeedOf } from '../../workflows/published-versions.js';
import type { DryRun } from '../../simulations/dry-run/estimate.schema.js';
import { SimulationEstimates } from '../../simulations/dry-run/simulation-estimates.service.js';
import type { SimulationRecord } from '../../simulations/simulation.record.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import { RunCreation } from '../../simulations/run-creation.service.js';
import { RunPlanner, type PlannedOfKind } from '../../simulations/run-planner.service.js';
import { alternativeOf, readyRequest, outsideWarnings, warningsOf } from './alternatives.js';
import type { AutoSimulation, RoutedVia } from './auto-simulation.schema.js';
import { plannedScenarios, possibleScenarios, suggestedGoal } from './planned-scenarios.js';
import { QuestionRouting, type RoutedAndRead } from './question-routing.service.js';

interface PlannedQuestion {
  simulations: [PlannedOfKind, ...PlannedOfKind[]];
  meta: RoutedVia;
}

/** The simulation that answers a question, and the other ones of a comparison. */
interface CreatedSimulations {
  record: SimulationRecord;
  others: SimulationRecord[];
  meta: RoutedVia;
}

@Injectable()
export class AutoSimulations {
  constructor(
    private readonly routing: QuestionRouting,
    private readonly planner: RunPlanner,
    private readonly creation: RunCreation,
    private readonly estimates: SimulationEstimates,
    private readonly idempotency: Idempotency,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async dryRun(caller: Caller, request: AutoSimulation): Promise<{ data: DryRun; meta: RoutedVia }> {
    const { simulations, meta } = this.plan(caller, request, await this.routing.route(caller, request));
    const also = meta.also.map((one) => ({ ...one, id: null, compare_url: null }));
    const data = await this.estimates.of(caller, simulations[0].base, simulations.length);
    return { data, meta: { ...meta, also } };
  }

  /**
   * Routes and reads the question before the transaction, so that the transaction does not wait for their threads, and applies the
   * routing floor inside it. A replay therefore returns the first response even if the question would now be routed or read differently.
   */
  async create(
    caller: Caller,
    request: AutoSimulation,
    idempotencyKey: string | undefined,
  ): Promise<CreatedSimulations & { replayed: boolean }> {
    const routed = await this.routing.route(caller, request);
    const once = {
      scope: caller.organizationId,
      route: 'POST /v1/simulations/auto',
      key: idempotencyKey,
      payload: request,
      status: 202,
    };
    const { body, replayed } = await this.idempotency.insertOnce(caller.tier, once, () => {
      const { simulations, meta } = this.plan(caller, request, routed);
      const { body: records, ...effect } = this.creation.queue(caller, simulations);
      const [record, ...others] = records as [SimulationRecord, ...SimulationRecord[]];
      return { ...effect, body: { record, others, meta } };
    });
    return { ...body, replayed };
  }

  private plan(caller: Caller, request: AutoSimulation, routed: RoutedAndRead): PlannedQuestion {
    const { best, scorer, sentence, language, notes } = routed;
    const alternatives = routed.alternatives.map((one) => alternativeOf(one, request));
    if (!best) {
      const refusal = new AppError('routing_low_confidence', {
        routing_floor: this.settings.routingFloor,
        alternatives,
        language,
        warnings: notes,
      });
      throw language === null ? refusal : refusal.withMessage(notEnglish);
    }
    const { route, workflow, reading, readBy } = best;
    if (workflow instanceof AppError) throw workflow;
    const { definition } = workflow;
    const { confidence = 1, explanation = null } = route ?? {};
    const matched = { workflow_id: definition.workflow_id, workflow_name: definition.name, confidence };
    const tradeOff = askedTradeOff(definition, request.question);
    const asked = tradeOff === undefined ? withoutTradeOff(reading, request.question) : reading;
    const scenarios = plannedScenarios(definition, asked, request.overrides);
    const { scenarios: planned, kind, interpreted, not_read, coverage, segments } = scenarios;
    const read = { kind, read_by: readBy, interpreted, not_read, coverage, segments };
    const { question, agent_count, seed = defaultSeedOf(workflow), uncertainty, webhook_url } = request;
    const { name, notes: annotation, metadata } = request;
    if (request.if_unread === 'ask' && read.not_read.length > 0) {
      const requests = possibleScenarios(definition, scenarios).map((scenario) =>
        readyRequest(definition, scenario, { agent_count, seed }),
      );
      throw new AppError('question_incomplete', { ...matched, ...read, requests, warnings: notes });
    }
    // All simulations of a question have one seed, so that they share agents and random errors.
    const all = planned.map(({ scenarioContext }) => {
      const { workflow_id } = definition;
      const annotations = { name, notes: annotation, metadata };
      const own = { workflow_id, scenario_context: scenarioContext, agent_count, seed, uncertainty, webhook_url };
      const one = this.planner.plan(caller, kindNamed('simulation'), { workflow, request: { ...own, ...annotations } });
      return { ...one, base: { ...one.base, id: newPrefixedId('sim') } };
    });
    const [first] = all as [(typeof all)[number]];
    const also = planned.slice(1).map(({ words, values }, at) => {
      const { id } = all[at + 1]!.base;
      return { id, words, values, compare_url: `/v1/comparisons?ids=${first.base.id},${id}` };
    });
    const suggested = suggestedGoal(definition, scenarios, first.base);
    const changes = [...reading.values, ...reading.arms].map(({ words }) => words);
    const outcome = typeof tradeOff === 'string' ? null : askedOutcome(definition, question, changes);
    const interpretation = { ...read, outcome, trade_off: tradeOff ?? null, also, suggested };
    const routedVia = { ...matched, question, scorer, sentence, ...interpretation };
    return {
      simulations: all.map((one) => ({
        ...one,
        base: { ...one.base, routedVia },
      })) as PlannedQuestion['simulations'],
      meta: {
        routed_via: { ...matched, alternatives, scorer, sentence, explanation },
        ...interpretation,
        warnings: [
          ...warningsOf(definition, scenarios, suggested),
          ...outsideWarnings(
            definition,
            all.flatMap(({ base }) => base.warnings),
          ),
          ...notes,
        ],
      },
    };
  }
}

/** The result for which the question asks is not in the model. */
const withoutTradeOff = (reading: Reading, question: string): Reading => ({
  ...reading,
  notRead: [...reading.notRead, { words: question, reason: 'no_trade_off', parameters: [], candidates: [] }],
});

const notEnglish =
  'Questions are read in English, and this question is in another language (`meta.language`). Translate it, or send the `request` of one of `meta.alternatives` to POST /v1/simulations.';
