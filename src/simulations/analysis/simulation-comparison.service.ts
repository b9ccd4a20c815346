import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentsInteract, type Column, type Comparison } from '../../engine/analyses.js';
import type { Scenario, WorkflowDefinition } from '../../engine/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
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
  /** Outcomes of the other scenario if it was evaluated on the agents of `own`; otherwise undefined. */
  evaluated: Column | undefined;
  headline: HeadlineRecord;
}

@Injectable()
export class SimulationComparison {
  constructor(
    private readonly completed: CompletedSimulations,
    private readonly threads: AnalysisThreads,
  ) {}

  /**
   * Compares two completed simulations of the same agents with the same random errors, agent by agent. If the other simulation has other
   * agents, its scenario is evaluated on the agents of the first one.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, `simulations_not_comparable`.
   */
  async compare(caller: Caller, id: string, { with: withId, where }: ComparisonQuery): Promise<ComparisonRecord> {
    const { own, other, comparison, evaluated, headline } = await this.compareRuns(caller, id, withId, where);
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
        evaluated: evaluated !== undefined,
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
    const reason = incomparableReason(own.simulation, other.simulation, { allowsOtherAgents: true });
    if (reason) throw new AppError('simulations_not_comparable', { reason });
    const { definition } = own.workflow;
    const hasOtherAgents = haveOtherAgents(definition, own.simulation, other.simulation);
    const { agentCount } = own.simulation;
    const agents = hasOtherAgents ? agentCount : Math.min(agentCount, other.simulation.agentCount);
    const comparison = await this.threads.compare(caller.organizationId, async () => {
      const first = await this.read(caller, own);
      const rows = where && selectSomeAgents(definition, first.output.columns, where, agents);
      return {
        kind: 'comparison',
        definition,
        seed: Number(own.simulation.seed),
        first,
        second: hasOtherAgents
          ? { scenario: scenarioOf(other), agentCount, parameterDraws: own.simulation.parameterDraws ?? undefined }
          : await this.read(caller, other),
        ...(rows && { rows }),
      };
    });
    if (!comparison.ok) throw new AppError('simulations_not_comparable', { reason: comparison.reason });
    const asked = (own.simulation.routedVia as SimulationRecord['routed_via'])?.outcome;
    const request = { scenario: scenarioOf(own), reference: scenarioOf(other), asked };
    const { evaluated } = comparison;
    return { own, other, comparison, evaluated, headline: chooseHeadline(definition, request, comparison.summary) };
  }

  private async read(caller: Caller, completed: CompletedSimulation) {
    const summary = readSummary(completed.simulation);
    return { scenario: scenarioOf(completed), output: await this.completed.decided(caller, completed), summary };
  }
}

/** Whether the agents or their random errors differ. The first agents of simulations with one seed are the same if they do not interact. */
function haveOtherAgents(definition: WorkflowDefinition, own: Simulation, other: Simulation): boolean {
  return own.seed !== other.seed || (agentsInteract(definition) && own.agentCount !== other.agentCount);
}

const scenarioOf = ({ simulation }: CompletedSimulation) => simulation.scenarioContext as Scenario;
