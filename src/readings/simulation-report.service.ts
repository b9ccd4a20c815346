import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller, Owner } from '../common/identity/caller.js';
import {
  agentsInteract,
  type Column,
  elasticityFigures,
  maxAnalysisAgents,
  segmentations,
} from '../engine/analyses.js';
import { isBaselineScenario, numericParameters, type Scenario, type ScenarioWarning } from '../engine/definition.js';
import type { DecisionOutput } from '../engine/simulate.js';
import type { AdjustmentsRecord } from '../saved/adjustments/adjustment.schema.js';
import { headlineOf } from '../simulations/headline.js';
import { readFigures, readSummary } from '../simulations/stored-summary.js';
import { ReadingThreads } from './reading-threads.service.js';
import type { ReportQuery } from './comparisons/comparison.record.js';
import { SimulationComparisons } from './comparisons/simulation-comparisons.service.js';
import { maxElasticities } from './indicators/indicator-query.schema.js';
import { toElasticitiesRecord, toWelfareRecord } from './indicators/simulation-indicators.service.js';
import { toEffectsRecord } from './effects/to-effects-record.js';
import {
  CompletedSimulations,
  type CompletedSimulation,
} from '../simulations/results/completed-simulations.service.js';
import { selectAgents, selectSomeAgents } from '../simulations/results/select-agents.js';
import type { SimulationRecord } from '../simulations/simulation.record.js';
import { exampleAgents, type ExampleAgent } from '../simulations/report/example-agents.js';
import { parametersOfInterest } from '../simulations/report/parameters-of-interest.js';
import type { ReportInput } from '../simulations/report/report-input.js';
import { ReportThreads } from '../simulations/report/report-threads.service.js';

type Where = NonNullable<ReportQuery['where']>;

/** Renders reports of simulations and of comparisons. */
@Injectable()
export class SimulationReport {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly comparisons: SimulationComparisons,
    private readonly threads: ReadingThreads,
    private readonly reports: ReportThreads,
  ) {}

  /**
   * Returns the HTML page. Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, or `service_unavailable` if too many
   * analyses or reports wait or one takes too long. A comparison also throws `results_expired`, `simulations_not_comparable`.
   *
   * @param query simulation to compare with, by default the baseline; groups of agents, by default all
   */
  async render(caller: Caller, id: string, { with: withId, where }: ReportQuery): Promise<string> {
    const completed = await this.completed.find(caller, id);
    if (withId !== undefined) return this.renderInThread(caller, await this.comparisonOf(caller, id, withId, where));
    const figures = await this.figuresOf(caller, completed, where);
    return this.renderInThread(caller, { ...inputOf(completed), ...figures });
  }

  /** Returns the page for third parties, who may not see single agents: a population can have rows of real people. Throws like {@link render}. */
  async renderShared(owner: Owner, id: string): Promise<string> {
    const completed = await this.completed.find(owner, id);
    const figures = await this.figuresOf(owner, completed, undefined);
    return this.renderInThread(owner, { ...inputOf(completed), ...figures, agents: null, isShared: true });
  }

  private async comparisonOf(
    caller: Caller,
    id: string,
    withId: string,
    where: ReportQuery['where'],
  ): Promise<ReportInput> {
    const { subject, reference, comparison, evaluated, headline } = await this.comparisons.compare(
      caller,
      id,
      withId,
      where,
    );
    const summary = { ...comparison.summary, headline };
    const decided = await this.completed.decided(caller, subject);
    const others = evaluated ? { columns: [evaluated], events: [] } : await this.completed.decided(caller, reference);
    return {
      ...inputOf(subject),
      summary,
      agents: examplesOf(subject, decided, others, where),
      compared: { ...inputOf(reference), comparedAgents: summary.agent_count, isEvaluated: evaluated !== undefined },
      selection: where ? labelsOf(subject, decided.columns, where) : null,
    };
  }

  /** Returns the parts of the report that need the agents. Without stored results, only a report of all agents exists. */
  private async figuresOf(
    owner: Owner,
    completed: CompletedSimulation,
    where: ReportQuery['where'],
  ): Promise<Partial<ReportInput>> {
    try {
      return await this.analyze(owner, completed, where);
    } catch (error) {
      if (!where && error instanceof AppError && error.code === 'results_expired') return {};
      throw error;
    }
  }

  /** Decodes the agents once, when the analysis thread is free, so that waiting requests use little memory. */
  private async analyze(
    owner: Owner,
    completed: CompletedSimulation,
    where: ReportQuery['where'],
  ): Promise<Partial<ReportInput>> {
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    const scenario = simulation.scenarioContext as Scenario;
    const interacting = agentsInteract(definition);
    const ids = interacting ? [] : parametersOfInterest(definition, scenario);
    const parameters = numericParameters(definition.scenario.parameters).filter(({ id }) => ids.includes(id));
    const elasticityCount = parameters.length * elasticityFigures(definition).figures.length;
    const hasEffects = !interacting && !isBaselineScenario(definition, scenario);
    let agents: ExampleAgent[] = [];
    let labels: string[] | null = null;
    const analysis = await this.threads.analyzeReport(owner.organizationId, async () => {
      const decided = await this.completed.decided(owner, completed);
      const { columns } = decided;
      agents = examplesOf(completed, decided, null, where);
      labels = where ? labelsOf(completed, columns, where) : null;
      const rows = where && selectAgents(definition, columns, { where }).filter((row) => row < maxAnalysisAgents);
      const hasIndicators = ids.length > 0 && rows?.length !== 0 && elasticityCount <= maxElasticities;
      const selected = selectSomeAgents(definition, columns, where, simulation.agentCount);
      return {
        ...{ kind: 'report', definition, scenario, seed: Number(simulation.seed), columns },
        indicators: hasIndicators ? { rows, parameters: ids } : null,
        effects: hasEffects ? { rows: selected, figures: [headlineIdOf(completed)] } : null,
        selection: where ? selected : null,
      };
    });
    const { elasticities, welfare, effects, selection: summary } = analysis;
    return {
      agents,
      selection: labels,
      effects: effects && toEffectsRecord(effects),
      indicators: elasticities && {
        elasticities: toElasticitiesRecord(completed, { parameters, where }, elasticities),
        welfare: welfare && toWelfareRecord(completed, where, welfare),
      },
      ...(summary && {
        summary: { ...summary, headline: readFigures(simulation.summary).headline },
        agentCount: summary.agent_count,
      }),
    };
  }

  private renderInThread({ organizationId }: Owner, input: ReportInput): Promise<string> {
    return this.reports.render(organizationId, { kind: 'simulation', input });
  }
}

function headlineIdOf({ simulation, workflow }: CompletedSimulation): string {
  return headlineOf(workflow.definition, readFigures(simulation.summary)).figure.id;
}

function examplesOf(
  { simulation, workflow }: CompletedSimulation,
  decided: DecisionOutput,
  others: DecisionOutput | null,
  where: ReportQuery['where'],
): ExampleAgent[] {
  const rows = selectAgents(workflow.definition, decided.columns, { where });
  return exampleAgents(workflow.definition, simulation.scenarioContext as Scenario, decided, others, rows);
}

/** Returns the groups in words, like `Income: high or medium`. */
function labelsOf({ workflow }: CompletedSimulation, columns: readonly Column[], where: Where): string[] {
  return segmentations(workflow.definition, columns).flatMap(({ id, label, groups }) => {
    const wanted = where[id];
    if (!wanted) return [];
    const labels = groups.filter((group) => wanted.includes(group.id)).map((group) => group.label);
    return [`${label}: ${labels.join(' or ')}`];
  });
}

function inputOf({ simulation, workflow }: CompletedSimulation): ReportInput {
  const { id, completedAt, digest } = simulation;
  if (completedAt === null || digest === null)
    throw new Error(`the completed simulation ${id} has no end time or no digest`);
  return {
    id,
    name: simulation.name,
    completedAt: completedAt.toISOString(),
    definition: workflow.definition,
    definitionDigest: simulation.definitionDigest,
    engineVersion: simulation.engineVersion,
    adjustments: simulation.adjustments as AdjustmentsRecord,
    scenario: simulation.scenarioContext as Scenario,
    warnings: simulation.warnings as unknown as ScenarioWarning[],
    seed: Number(simulation.seed),
    agentCount: simulation.agentCount,
    digest,
    summary: readSummary(simulation),
    routedVia: simulation.routedVia as SimulationRecord['routed_via'],
    agents: null,
    indicators: null,
    effects: null,
    compared: null,
    selection: null,
    isShared: false,
  };
}
