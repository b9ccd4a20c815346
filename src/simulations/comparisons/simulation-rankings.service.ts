import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import type { ManyComparison, RankedRun } from '../../engine/analyses.js';
import type { Scenario } from '../../engine/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { AnalysisThreads } from '../analysis/analysis-threads.service.js';
import { changedParameters, incomparableReason } from '../analysis/comparable-simulations.js';
import { headlineOf } from '../headline.js';
import { readFigures, readSummary } from '../stored-summary.js';
import { requireFigure } from '../require-figure.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import { selectSomeAgents } from '../results/select-agents.js';
import { tableFormat, tableReply } from '../tables/table-reply.js';
import { rankingTable } from './ranking-table.js';
import type { RankingQuery, RankingRecord } from './ranking.schema.js';

type Compared = Extract<ManyComparison, { ok: true }>;
type All = readonly [Simulation, ...Simulation[]];

@Injectable()
export class SimulationRankings {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: AnalysisThreads,
  ) {}

  /** Returns the ranking in the requested format. Throws like {@link rank}, and {@link AppError} `not_acceptable`. */
  async readRanking(caller: Caller, query: RankingQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const record = await this.rank(caller, query);
    return tableReply(format, 'ranking', { json: () => ({ data: record }), columns: () => rankingTable(record) });
  }

  /**
   * Compares one figure of several completed simulations and ranks them. Throws {@link AppError} `validation_error`, `simulation_not_found`,
   * `simulation_not_complete`, `results_expired`, `simulations_not_comparable`.
   */
  async rank(caller: Caller, query: RankingQuery): Promise<RankingRecord> {
    const { ids, objective, where } = query;
    const reference = ids.indexOf(query.reference ?? ids[0]!);
    if (reference < 0) throw AppError.validation([{ path: 'reference', message: 'must be one of `ids`' }]);
    const all = (await Promise.all(ids.map((id) => this.find(caller, id)))) as unknown as All;
    for (const other of all.slice(1)) requireComparable(all[0], other);
    const compared = await this.threads.compareMany(caller.organizationId, async () => {
      const workflows = await this.workflowsOf(caller, all);
      const { definition } = workflows.get(all[0].definitionDigest)!;
      const figure = query.figure ?? headlineOf(definition, readFigures(all[0].summary)).figure.id;
      for (const own of all) requireFigure(own, figure);
      const runs: RankedRun[] = [];
      // One after another, so that only one file is decoded at a time.
      for (const own of all) runs.push(await this.read(caller, own, workflows.get(own.definitionDigest)!));
      const agents = Math.min(...all.map(({ agentCount }) => agentCount));
      const rows = where && selectSomeAgents(runs[0]!.definition, runs[0]!.columns, where, agents);
      const request = { seed: Number(all[0].seed), runs, figure, objective, reference };
      return { kind: 'many', request: { ...request, rows } };
    });
    if (!compared.ok) throw notComparable(compared, ids);
    return toRecord(all, reference, query, compared);
  }

  /** The message of an error names the simulation, because a request has several. */
  private async find(caller: Caller, id: string): Promise<Simulation> {
    try {
      return await this.completed.findSimulation(caller, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw error.withMessage(`${id}: ${error.message}`);
    }
  }

  /** Returns the definitions by digest. Simulations without adjustments share one. */
  private async workflowsOf(caller: Caller, all: All): Promise<Map<string, Workflow>> {
    const workflows = new Map<string, Workflow>();
    for (const simulation of all) {
      const { definitionDigest } = simulation;
      if (!workflows.has(definitionDigest))
        workflows.set(definitionDigest, await this.completed.workflowOf(caller, simulation));
    }
    return workflows;
  }

  private async read(caller: Caller, own: Simulation, workflow: Workflow): Promise<RankedRun> {
    const { columns } = await this.completed.decided(caller, { simulation: own, workflow });
    return {
      definition: workflow.definition,
      scenario: scenarioOf(own),
      summary: readSummary(own),
      // Twenty simulations fit in memory without the columns that only transcripts need.
      columns: columns.filter(({ name }) => !/^(utility|error)\./.test(name)),
    };
  }
}

const scenarioOf = ({ scenarioContext }: Simulation) => scenarioContext as Scenario;

function requireComparable(first: Simulation, other: Simulation): void {
  // The engine decides whether two adjusted definitions have the same agents and coefficients.
  const reason = incomparableReason(first, other, { allowsAdjustments: true });
  if (reason) throw incomparable(reason, other.id);
}

function notComparable({ reason, run }: Extract<ManyComparison, { ok: false }>, ids: readonly string[]): AppError {
  if (reason === 'unknown_figure') throw new Error('all simulations have the figure');
  return incomparable(reason, ids[run]!);
}

function incomparable(reason: NonNullable<ReturnType<typeof incomparableReason>>, id: string): AppError {
  const error = new AppError('simulations_not_comparable', { reason });
  return error.withMessage(`${id}: ${error.message}`);
}

function toRecord(all: All, at: number, query: RankingQuery, compared: Compared): RankingRecord {
  const { figures, differences, ranking, figure } = compared;
  const referenceOf = all[at]!;
  const order = ranking?.order ?? valueOrder(figures, query.objective);
  const parts = differences.filter((_, k) => k !== at).flatMap(({ errors }) => Object.entries(errors));
  return {
    workflow_id: all[0].workflowId,
    workflow_version: all[0].workflowVersion,
    seed: Number(all[0].seed),
    figure: { id: figure.id, label: figure.label, kind: figure.kind },
    objective: query.objective,
    reference: referenceOf.id,
    where: query.where ?? {},
    agents: compared.agents,
    simulations: order.map((k, position) => {
      const simulation = all[k]!;
      const { value, interval, errors } = figures[k]!;
      const paired = differences[k]!;
      return {
        simulation_id: simulation.id,
        name: simulation.name,
        rank: position + 1,
        value,
        interval: interval && [...interval],
        errors,
        difference: paired.difference,
        difference_interval: paired.interval && [...paired.interval],
        difference_errors: paired.errors,
        probability_greater: paired.probabilityGreater,
        probability_best: ranking?.best[k] ?? null,
        parameters: changedParameters(scenarioOf(all[k]!), scenarioOf(referenceOf)).map(
          ({ parameter, value: own, with_value }) => ({ parameter, value: own, reference_value: with_value }),
        ),
        adjustments: simulation.adjustments as RankingRecord['simulations'][number]['adjustments'],
      };
    }),
    ranking: ranking && {
      probability_better_than_next: [...ranking.betterThanNext],
      probability_of_order: ranking.wholeOrder,
    },
    missing_parts: [...new Set(parts.filter(([, error]) => error === null).map(([part]) => part))],
  };
}

function valueOrder(figures: readonly { readonly value: number }[], objective: RankingQuery['objective']): number[] {
  const sign = objective === 'maximize' ? -1 : 1;
  return [...figures.keys()].sort((a, b) => sign * (figures[a]!.value - figures[b]!.value) || a - b);
}
