import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { Scenario } from '../../engine/index.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import { uncertaintyOf } from '../uncertainty.js';
import type { ManifestRecord } from './manifest.record.js';

@Injectable()
export class SimulationManifest {
  constructor(private readonly completed: CompletedSimulations) {}

  /** Returns everything that is needed to reproduce the results without this service. */
  async read(caller: Caller, id: string): Promise<ManifestRecord> {
    const { simulation, workflow } = await this.completed.find(caller, id);
    const { digest } = simulation;
    if (digest === null) throw new Error(`the completed simulation ${id} has no digest`);
    return {
      workflow_id: simulation.workflowId,
      workflow_version: simulation.workflowVersion,
      definition: workflow.definition,
      definition_digest: simulation.definitionDigest,
      engine_version: simulation.engineVersion,
      scenario: simulation.scenarioContext as Scenario,
      seed: Number(simulation.seed),
      agent_count: simulation.agentCount,
      parameter_draws: simulation.parameterDraws,
      uncertainty: uncertaintyOf(simulation.parameterDraws),
      digest,
    };
  }
}
