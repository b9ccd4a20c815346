import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { threadPool } from '../../common/thread-pool.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Scenario, ScenarioWarning } from '../../engine/index.js';
import { readSummary } from '../read-summary.js';
import { SimulationComparison } from '../analysis/simulation-comparison.service.js';
import { CompletedSimulations, type CompletedSimulation } from '../results/completed-simulations.service.js';
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
  ) {}

  /**
   * Returns the HTML page. Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, or `service_unavailable` if too many
   * reports wait or the report takes too long. A comparison also throws `results_expired`, `simulations_not_comparable`.
   *
   * @param withId simulation to compare with; undefined compares with the baseline
   */
  async render(caller: Caller, id: string, withId: string | undefined): Promise<string> {
    const completed = await this.completed.find(caller, id);
    const input =
      withId === undefined
        ? { ...inputOf(completed), agents: await this.agentsOf(caller, completed) }
        : await this.comparisonOf(caller, id, withId);
    return this.renderInThread(caller.organizationId, input);
  }

  private async comparisonOf(caller: Caller, id: string, withId: string): Promise<ReportInput> {
    const { own, other, comparison } = await this.comparisons.compareRuns(caller, id, withId);
    const { summary } = comparison;
    const compared = { ...inputOf(other), comparedAgents: summary.agent_count };
    return { ...inputOf(own), summary, agents: await this.agentsOf(caller, own, other), compared };
  }

  /** Returns null if the results are not available, because the rest of the report needs only the summary. */
  private async agentsOf(
    caller: Caller,
    own: CompletedSimulation,
    other?: CompletedSimulation,
  ): Promise<ExampleAgent[] | null> {
    const { definition } = own.workflow;
    const scenario = own.simulation.scenarioContext as Scenario;
    try {
      const decided = await this.completed.decided(caller, own);
      return exampleAgents(definition, scenario, decided, other ? await this.completed.decided(caller, other) : null);
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
  };
}
