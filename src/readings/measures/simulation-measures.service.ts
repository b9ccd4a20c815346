import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import {
  agentsInteract,
  missingParts,
  type OutcomeValue,
  type OutcomeValues,
  partsOfValue,
  valueIssues,
} from '../../../model/analyses.js';
import type { Scenario, WorkflowDefinition } from '../../../model/definition.js';
import type { ErrorParts } from '../../../model/simulate.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { outcomeValuesSchema } from '../../simulations/kinds/goal/request.schema.js';
import { kindNamed } from '../../simulations/kinds/index.js';
import type { SweepResult } from '../../simulations/kinds/sweep/table.js';
import { RunStore } from '../../simulations/run-store.service.js';
import { readSummary } from '../../simulations/stored-summary.js';
import type { FiguresRecord } from '../../simulations/summary.schema.js';
import { SimulationComparisons } from '../comparisons/simulation-comparisons.service.js';
import { ReadingThreads } from '../reading-threads.service.js';
import type { MeasureTask } from '../reading.thread.js';
import type { MeasuresQuery, MeasuresRecord } from './measures.record.js';

/** Simulations of one turn of the thread: at most about a second. */
const runsPerTurn = 20;

interface MeasuredRun {
  id: string;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  outcomes: FiguresRecord['outcomes'];
}

interface Found {
  definition: WorkflowDefinition;
  runs: MeasuredRun[];
  reference: MeasuredRun | undefined;
}

type Measured = MeasuresRecord['simulations'][number];
type Figure = Measured['measure'];

@Injectable()
export class SimulationMeasures {
  constructor(
    private readonly runs: RunStore,
    private readonly comparisons: SimulationComparisons,
    private readonly threads: ReadingThreads,
  ) {}

  /**
   * Throws {@link AppError} `validation_error` for unknown names, `simulation_not_found`, `simulation_not_complete`, `run_not_found`, `run_not_complete`,
   * `simulations_not_comparable`.
   */
  async read(caller: Caller, { ids, values: text, with: other }: MeasuresQuery): Promise<MeasuresRecord> {
    const values = outcomeValuesSchema.parse(JSON.parse(text));
    const { definition, runs, reference } = await this.find(caller, ids, other);
    const issues = valueIssues(definition, values);
    if (issues.length > 0) throw AppError.validation(issues);
    const workflow_id = definition.workflow_id;
    if (agentsInteract(definition))
      return { workflow_id, simulations: ofShares(runs, values, reference), highest: null };
    const groups = sameAgents(runs);
    const simulations = new Map<string, Measured>();
    for (const group of groups)
      for (const own of await this.measure(caller, definition, group, values, reference?.scenario))
        simulations.set(own.simulation_id, own);
    const measured = runs.map(({ id }) => simulations.get(id)!);
    const isPaired = groups.length === 1 && runs.length > 1;
    const highest = isPaired ? await this.highestOf(caller, definition, runs, values, measured) : null;
    return { workflow_id, simulations: measured, highest };
  }

  /** Measures simulations with the same agents, a few in each turn of the thread, so that other organizations get their turns. */
  private async measure(
    caller: Caller,
    definition: WorkflowDefinition,
    runs: readonly MeasuredRun[],
    values: OutcomeValues,
    reference: Scenario | undefined,
  ): Promise<Measured[]> {
    const measured: Measured[] = [];
    for (let from = 0; from < runs.length; from += runsPerTurn) {
      const turn = runs.slice(from, from + runsPerTurn);
      const { seed, agentCount } = turn[0]!;
      const scenarios = turn.map(({ scenario }) => scenario);
      const results = await this.threads.run<MeasureTask>(caller.organizationId, () =>
        Promise.resolve({ kind: 'measure', definition, seed, agentCount, values, scenarios, reference }),
      );
      for (const [k, { figure, difference }] of results.entries())
        measured.push({ simulation_id: turn[k]!.id, measure: figure, difference });
    }
    return measured;
  }

  private async highestOf(
    caller: Caller,
    definition: WorkflowDefinition,
    runs: readonly MeasuredRun[],
    values: OutcomeValues,
    measured: readonly Measured[],
  ): Promise<MeasuresRecord['highest']> {
    const means = measured.map(({ measure }) => measure.value);
    const best = runs[means.indexOf(Math.max(...means))]!;
    const others = runs.filter((run) => run !== best);
    const compared = await this.measure(caller, definition, others, values, best.scenario);
    const intervals = compared.map(({ difference }) => difference!.interval);
    const rivals = compared.filter((_, k) => intervals[k] && intervals[k][1] >= 0);
    return {
      simulation_id: best.id,
      rivals: intervals.includes(null) ? null : rivals.map(({ simulation_id }) => simulation_id),
    };
  }

  private find(caller: Caller, ids: readonly string[], other: string | undefined): Promise<Found> {
    const [id] = ids;
    return id!.startsWith(sweep.idPrefix) ? this.pointsOf(caller, id!) : this.simulations(caller, ids, other);
  }

  private async simulations(caller: Caller, ids: readonly string[], other: string | undefined): Promise<Found> {
    const all = [...new Set([...(other === undefined ? [] : [other]), ...ids])];
    const found = await this.comparisons.find(caller, all);
    const runs = new Map(found.map(({ simulation }) => [simulation.id, runOf(simulation)]));
    const { definition } = found[0].workflow;
    return { definition, runs: ids.map((id) => runs.get(id)!), reference: runs.get(other ?? '') };
  }

  private async pointsOf(caller: Caller, id: string): Promise<Found> {
    const row = await this.runs.find(caller, sweep, id);
    const { points } = (await this.runs.resultOf(caller, sweep, row)) as SweepResult;
    const common = { seed: Number(row.seed), agentCount: row.agentCount };
    const runs = points.flatMap(({ id: point, summary, values }): MeasuredRun[] => {
      const scenario = { ...(row.scenarioContext as Scenario), ...values };
      return summary ? [{ ...common, id: point, scenario, outcomes: summary.outcomes }] : [];
    });
    if (runs.length === 0)
      throw new AppError(sweep.codes.notComplete, { status: row.status === 'completed' ? 'failed' : row.status });
    const { definition } = await this.runs.workflowOf(caller, row);
    return { definition, runs, reference: undefined };
  }
}

const sweep = kindNamed('sweep');

function runOf(simulation: Simulation): MeasuredRun {
  const { id, seed, agentCount, scenarioContext } = simulation;
  const { outcomes } = readSummary(simulation);
  return { id, seed: Number(seed), agentCount, scenario: scenarioContext as Scenario, outcomes };
}

function sameAgents(runs: readonly MeasuredRun[]): MeasuredRun[][] {
  const groups = new Map<string, MeasuredRun[]>();
  for (const run of runs) {
    const agents = `${run.seed} ${run.agentCount}`;
    groups.set(agents, [...(groups.get(agents) ?? []), run]);
  }
  return [...groups.values()];
}

/**
 * The measure from the stored shares: agents that interact have no expected values. A measure that depends on one share has the interval
 * of this share. The errors of several shares are correlated in an unknown way, so that the interval is unknown.
 */
function ofShares(runs: readonly MeasuredRun[], values: OutcomeValues, reference: MeasuredRun | undefined): Measured[] {
  const figureOf = ({ outcomes, scenario }: MeasuredRun): Figure => {
    const weighted = outcomes.map((outcome) => ({ ...outcome, weight: weightOf(values[outcome.id], scenario) }));
    const value = weighted.reduce((sum, { weight, share }) => sum + weight * share, 0);
    const only = onlyOne(weighted);
    if (!only?.interval) return unknown(value);
    const { share, interval, errors, factor } = only;
    const ends = interval.map((end) => value + factor * (end - share)).sort((a, b) => a - b);
    const parts = Object.entries(errors).map(([part, error]) => [
      part,
      error === null ? null : Math.abs(factor) * error,
    ]);
    const own = Object.fromEntries(parts) as ErrorParts;
    return { value, interval: [ends[0]!, ends[1]!], errors: own, missing_parts: missingParts(own) };
  };
  const from = reference && figureOf(reference).value;
  return runs.map((run) => {
    const measure = figureOf(run);
    const difference = from === undefined ? null : unknown(measure.value - from);
    return { simulation_id: run.id, measure, difference };
  });
}

/** The outcome with another weight than all others, and the difference of the weights. Undefined if there is none. */
function onlyOne<Weighted extends { weight: number }>(weighted: readonly Weighted[]) {
  const others = (own: Weighted) => new Set(weighted.filter((one) => one !== own).map(({ weight }) => weight));
  const only = weighted.find((own) => others(own).size === 1);
  return only && { ...only, factor: only.weight - [...others(only)][0]! };
}

function weightOf(value: OutcomeValue | undefined, scenario: Scenario): number {
  const { name, factor, constant } = partsOfValue(value ?? 0);
  return constant + (name === undefined ? 0 : factor * Number(scenario[name]));
}

const noErrors: ErrorParts = { simulation: null, estimation: null, population: null, model: null };
const unknown = (value: number): Figure => ({
  ...{ value, interval: null, errors: noErrors },
  missing_parts: missingParts(noErrors),
});
