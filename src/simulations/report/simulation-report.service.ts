import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, hasWelfare, segmentations, type Scenario, type ScenarioWarning } from '../../engine/index.js';
import { readSummary } from '../read-summary.js';
import { AnalysisThreads } from '../analysis/analysis-threads.service.js';
import type { ReportQuery } from '../analysis/comparison.record.js';
import { SimulationComparison } from '../analysis/simulation-comparison.service.js';
import { SimulationIndicators } from '../analysis/simulation-indicators.service.js';
import { CompletedSimulations, type CompletedSimulation } from '../results/completed-simulations.service.js';
import { selectAgents, selectSomeAgents } from '../results/select-agents.js';
import type { SimulationRecord } from '../simulation.record.js';
import { exampleAgents, type ExampleAgent } from './example-agents.js';
import { parametersOfInterest } from './parameters-of-interest.js';
import type { ReportIndicators, ReportInput } from './report-input.js';
import { ReportThreads } from './report-threads.service.js';

type Where = NonNullable<ReportQuery['where']>;

/** Renders reports of simulations and of comparisons. */
@Injectable()
export class SimulationReport {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly comparisons: SimulationComparison,
    private readonly threads: AnalysisThreads,
    private readonly indicators: SimulationIndicators,
    private readonly reports: ReportThreads,
  ) {}

  /**
   * Returns the HTML page. Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, or `service_unavailable` if too many
   * reports wait or the report takes too long. A comparison also throws `results_expired`, `simulations_not_comparable`.
   *
   * @param query simulation to compare with, by default the baseline; groups of agents, by default all
   */
  async render(caller: Caller, id: string, { with: withId, where }: ReportQuery): Promise<string> {
    const completed = await this.completed.find(caller, id);
    if (withId !== undefined) return this.renderInThread(caller, await this.comparisonOf(caller, id, withId, where));
    const agents = await this.agentsOf(caller, completed, { where });
    const indicators = await this.indicatorsOf(caller, completed, where);
    const input = { ...inputOf(completed), agents, indicators };
    return this.renderInThread(
      caller,
      where ? { ...input, ...(await this.selectionOf(caller, completed, where)) } : input,
    );
  }

  private async comparisonOf(
    caller: Caller,
    id: string,
    withId: string,
    where: ReportQuery['where'],
  ): Promise<ReportInput> {
    const { own, other, comparison } = await this.comparisons.compareRuns(caller, id, withId, where);
    const { summary } = comparison;
    const compared = { ...inputOf(other), comparedAgents: summary.agent_count };
    const agents = await this.agentsOf(caller, own, { other, where });
    const selection = where ? await this.labelsOf(caller, own, where) : null;
    return { ...inputOf(own), summary, agents, compared, selection };
  }

  /** Returns the summary of the agents in the groups. */
  private async selectionOf(caller: Caller, completed: CompletedSimulation, where: Where) {
    const { simulation, workflow } = completed;
    const { definition } = workflow;
    const summary = await this.threads.summarizeSelection(caller.organizationId, async () => {
      const { columns } = await this.completed.decided(caller, completed);
      const rows = selectSomeAgents(definition, columns, where, simulation.agentCount);
      const scenario = simulation.scenarioContext as Scenario;
      return { kind: 'selection', definition, scenario, seed: Number(simulation.seed), columns, rows };
    });
    const selection = await this.labelsOf(caller, completed, where);
    return { summary, agentCount: summary.agent_count, selection };
  }

  /** Returns the groups in words, like `Income: high or medium`. */
  private async labelsOf(caller: Caller, completed: CompletedSimulation, where: Where): Promise<string[]> {
    const { columns } = await this.completed.decided(caller, completed);
    return segmentations(completed.workflow.definition, columns).flatMap(({ id, label, groups }) => {
      const wanted = where[id];
      if (!wanted) return [];
      const labels = groups.filter((group) => wanted.includes(group.id)).map((group) => group.label);
      return [`${label}: ${labels.join(' or ')}`];
    });
  }

  /** Returns null if the results are not available, because the rest of the report needs only the summary. */
  private async agentsOf(
    caller: Caller,
    own: CompletedSimulation,
    { other, where }: { other?: CompletedSimulation; where: ReportQuery['where'] },
  ): Promise<ExampleAgent[] | null> {
    const { definition } = own.workflow;
    const scenario = own.simulation.scenarioContext as Scenario;
    try {
      const decided = await this.completed.decided(caller, own);
      const rows = selectAgents(definition, decided.columns, { where });
      const others = other ? await this.completed.decided(caller, other) : null;
      return exampleAgents(definition, scenario, decided, others, rows);
    } catch (error) {
      if (isUnavailable(error)) return null;
      throw error;
    }
  }

  /** Returns null if they do not exist, or if the results are not available. */
  private async indicatorsOf(
    caller: Caller,
    completed: CompletedSimulation,
    where: ReportQuery['where'],
  ): Promise<ReportIndicators | null> {
    const { definition } = completed.workflow;
    const parameter = parametersOfInterest(definition, completed.simulation.scenarioContext as Scenario).join(',');
    if (agentsInteract(definition) || parameter === '') return null;
    try {
      const elasticities = await this.indicators.elasticities(caller, completed, { parameter, where });
      const welfare = hasWelfare(definition) ? await this.indicators.welfare(caller, completed, { where }) : null;
      return { elasticities, welfare };
    } catch (error) {
      // Such as expired results, too many analyses, or groups without agents among those of the analysis.
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  private renderInThread({ organizationId }: Caller, input: ReportInput): Promise<string> {
    return this.reports.render(organizationId, { kind: 'simulation', input });
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'results_expired' || error.code === 'service_unavailable');
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
    scenario: simulation.scenarioContext as Scenario,
    warnings: simulation.warnings as unknown as ScenarioWarning[],
    seed: Number(simulation.seed),
    agentCount: simulation.agentCount,
    digest,
    summary: readSummary(simulation.summary),
    routedVia: simulation.routedVia as SimulationRecord['routed_via'],
    agents: null,
    indicators: null,
    compared: null,
    selection: null,
  };
}
