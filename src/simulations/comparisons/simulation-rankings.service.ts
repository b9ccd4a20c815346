import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { ManyComparison, RankedRun, Scenario } from '../../engine/index.js';
import { AnalysisThreads } from '../analysis/analysis-threads.service.js';
import { changedParameters, incomparableReason } from '../analysis/comparable-simulations.js';
import { headlineOf } from '../headline.js';
import { readSummary } from '../read-summary.js';
import { CompletedSimulations, type CompletedSimulation } from '../results/completed-simulations.service.js';
import { selectSomeAgents } from '../results/select-agents.js';
import type { RankingQuery, RankingRecord } from './ranking.schema.js';

type Compared = Extract<ManyComparison, { ok: true }>;
type All = readonly [CompletedSimulation, ...CompletedSimulation[]];

@Injectable()
export class SimulationRankings {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: AnalysisThreads,
  ) {}

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
    const figure = query.figure ?? headlineOf(all[0].workflow.definition, summaryOf(all[0])).figure.id;
    for (const own of all) requireFigure(own, figure);
    const compared = await this.threads.compareMany(caller.organizationId, async () => {
      const runs: RankedRun[] = [];
      // One after another, so that only one file is decoded at a time.
      for (const own of all) runs.push(await this.read(caller, own));
      const agents = Math.min(...all.map(({ simulation }) => simulation.agentCount));
      const rows = where && selectSomeAgents(runs[0]!.definition, runs[0]!.columns, where, agents);
      const request = { seed: Number(all[0].simulation.seed), runs, figure, objective, reference };
      return { kind: 'many', request: { ...request, rows } };
    });
    if (!compared.ok) throw notComparable(compared, ids);
    return toRecord(all, reference, query, compared);
  }

  /** The message of an error names the simulation, because a request has several. */
  private async find(caller: Caller, id: string): Promise<CompletedSimulation> {
    try {
      return await this.completed.find(caller, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw error.withMessage(`${id}: ${error.message}`);
    }
  }

  private async read(caller: Caller, own: CompletedSimulation): Promise<RankedRun> {
    const { columns } = await this.completed.decided(caller, own);
    return {
      definition: own.workflow.definition,
      scenario: scenarioOf(own),
      summary: summaryOf(own),
      // Twenty simulations fit in memory without the columns that only transcripts need.
      columns: columns.filter(({ name }) => !/^(utility|error)\./.test(name)),
    };
  }
}

const scenarioOf = ({ simulation }: CompletedSimulation) => simulation.scenarioContext as Scenario;
const summaryOf = ({ simulation }: CompletedSimulation) => readSummary(simulation.summary);

function requireComparable(first: CompletedSimulation, other: CompletedSimulation): void {
  // The engine decides whether two adjusted definitions have the same agents and coefficients.
  const reason = incomparableReason(first, other, { allowsAdjustments: true });
  if (reason) throw incomparable(reason, other.simulation.id);
}

function requireFigure(own: CompletedSimulation, figure: string): void {
  const { outcomes, outcome_groups: groups, measures } = summaryOf(own);
  const known = [...outcomes, ...groups, ...measures].map(({ id }) => id);
  if (known.includes(figure)) return;
  const message = `is not an outcome, outcome group or measure of ${own.simulation.id}. Its figures: ${known.join(', ')}`;
  throw AppError.validation([{ path: 'figure', message }]);
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
  const { definition } = all[0].workflow;
  const order = ranking?.order ?? valueOrder(figures, query.objective);
  const parts = differences.filter((_, k) => k !== at).flatMap(({ errors }) => Object.entries(errors));
  return {
    workflow_id: definition.workflow_id,
    workflow_version: definition.version,
    seed: Number(all[0].simulation.seed),
    figure: { id: figure.id, label: figure.label, kind: figure.kind },
    objective: query.objective,
    reference: referenceOf.simulation.id,
    where: query.where ?? {},
    agents: compared.agents,
    simulations: order.map((k, position) => {
      const { simulation } = all[k]!;
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
