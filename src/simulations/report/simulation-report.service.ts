import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { threadPool } from '../../common/thread-pool.js';
import type { Caller } from '../../common/identity/caller.js';
import { segmentations, type Scenario, type ScenarioWarning } from '../../engine/index.js';
import { readSummary } from '../read-summary.js';
import { AnalysisThreads } from '../analysis/analysis-threads.service.js';
import type { ReportQuery } from '../analysis/comparison.record.js';
import { SimulationComparison } from '../analysis/simulation-comparison.service.js';
import { CompletedSimulations, type CompletedSimulation } from '../results/completed-simulations.service.js';
import { selectAgents, selectSomeAgents } from '../results/select-agents.js';
import type { SimulationRecord } from '../simulation.record.js';
import { exampleAgents, type ExampleAgent } from './example-agents.js';
import type { ReportInput } from './report-input.js';

/** The thread ends after this time without a report, so that its memory is freed. */
const idleTimeoutMs = 60_000;
/** Maximum wait for other reports. */
const waitTimeoutMs = 10_000;
/** Running and waiting reports of one organization. */
const maxPerOrganization = 24;
/** A report usually takes a fraction of a second, but a customer's definition can be extreme. */
const renderTimeoutMs = 20_000;

type Where = NonNullable<ReportQuery['where']>;

/** Renders reports in a thread that starts with the first report, so that the process itself never loads the packages that draw plots. */
@Injectable()
export class SimulationReport implements OnApplicationShutdown {
  private readonly limit = new ConcurrencyLimit(1, waitTimeoutMs, maxPerOrganization);
  private readonly pool = threadPool<ReportInput, string>({
    filename: join(import.meta.dirname, 'report.thread.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  });

  constructor(
    private readonly completed: CompletedSimulations,
    private readonly comparisons: SimulationComparison,
    private readonly threads: AnalysisThreads,
  ) {}

  /**
   * Returns the HTML page. Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, or `service_unavailable` if too many
   * reports wait or the report takes too long. A comparison also throws `results_expired`, `simulations_not_comparable`.
   *
   * @param query simulation to compare with, by default the baseline; groups of agents, by default all
   */
  async render(caller: Caller, id: string, { with: withId, where }: ReportQuery): Promise<string> {
    const completed = await this.completed.find(caller, id);
    if (withId !== undefined)
      return this.renderInThread(caller.organizationId, await this.comparisonOf(caller, id, withId, where));
    const input = { ...inputOf(completed), agents: await this.agentsOf(caller, completed, { where }) };
    return this.renderInThread(
      caller.organizationId,
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
      const isUnavailable =
        error instanceof AppError && (error.code === 'results_expired' || error.code === 'service_unavailable');
      if (isUnavailable) return null;
      throw error;
    }
  }

  private renderInThread(organizationId: string, input: ReportInput): Promise<string> {
    return this.limit.run(async () => {
      const signal = AbortSignal.timeout(renderTimeoutMs);
      try {
        return await this.pool.run(input, { signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError('service_unavailable', {}, { cause: new Error('a report took too long', { cause: error }) });
      }
    }, organizationId);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
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
    compared: null,
    selection: null,
  };
}
