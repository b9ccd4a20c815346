import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, type Comparison, type Scenario } from '../../engine/index.js';
import { chooseHeadline } from '../headline.js';
import type { SimulationRecord } from '../simulation.record.js';
import { readSummary } from '../stored-summary.js';
import type { HeadlineRecord } from '../summary.schema.js';
import { CompletedSimulations, type CompletedSimulation } from '../results/completed-simulations.service.js';
import { selectSomeAgents } from '../results/select-agents.js';
import { changedParameters, incomparableReason } from './comparable-simulations.js';
import { AnalysisThreads } from './analysis-threads.service.js';
import { toNumbers, type ComparisonQuery, type ComparisonRecord } from './comparison.record.js';

export interface ComparedSimulations {
  own: CompletedSimulation;
  other: CompletedSimulation;
  comparison: Extract<Comparison, { ok: true }>;
  headline: HeadlineRecord;
}

@Injectable()
export class SimulationComparison {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: AnalysisThreads,
  ) {}

  /**
   * Compares two completed simulations of the same agents with the same random errors, agent by agent.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `simulations_not_comparable`.
   */
  async compare(caller: Caller, id: string, { with: withId, where }: ComparisonQuery): Promise<ComparisonRecord> {
    const { own, other, comparison, headline } = await this.compareRuns(caller, id, withId, where);
    const { definition } = own.workflow;
    return {
      simulation_id: own.simulation.id,
      with: other.simulation.id,
      workflow_id: definition.workflow_id,
      seed: Number(own.simulation.seed),
      where: where ?? {},
      agents: {
        compared: comparison.summary.agent_count,
        simulation: own.simulation.agentCount,
        with: other.simulation.agentCount,
        meet: agentsInteract(definition),
      },
      headline,
      parameters: changedParameters(scenarioOf(own), scenarioOf(other)),
      ...toNumbers(comparison),
    };
  }

  /** Returns both simulations and the comparison as the engine computes it. Throws like {@link compare}. */
  async compareRuns(
    caller: Caller,
    id: string,
    withId: string,
    where: ComparisonQuery['where'],
  ): Promise<ComparedSimulations> {
    const own = await this.completed.find(caller, id);
    const other = await this.completed.find(caller, withId);
    const reason = incomparableReason(own.simulation, other.simulation);
    if (reason) throw new AppError('simulations_not_comparable', { reason });
    const { definition } = own.workflow;
    const agents = Math.min(own.simulation.agentCount, other.simulation.agentCount);
    const comparison = await this.threads.compare(caller.organizationId, async () => {
      const first = await this.read(caller, own);
      const rows = where && selectSomeAgents(definition, first.output.columns, where, agents);
      return {
        kind: 'comparison',
        definition,
        seed: Number(own.simulation.seed),
        first,
        second: await this.read(caller, other),
        ...(rows && { rows }),
      };
    });
    if (!comparison.ok) throw new AppError('simulations_not_comparable', { reason: comparison.reason });
    const asked = (own.simulation.routedVia as SimulationRecord['routed_via'])?.outcome;
    const request = { scenario: scenarioOf(own), reference: scenarioOf(other), asked };
    return { own, other, comparison, headline: chooseHeadline(definition, request, comparison.summary) };
  }

  private async read(caller: Caller, completed: CompletedSimulation) {
    const summary = readSummary(completed.simulation);
    return { scenario: scenarioOf(completed), output: await this.completed.decided(caller, completed), summary };
  }
}

const scenarioOf = ({ simulation }: CompletedSimulation) => simulation.scenarioContext as Scenario;
