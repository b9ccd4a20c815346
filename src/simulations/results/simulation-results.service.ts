import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { agentRenderer, type Decided, type Scenario, type WorkflowDefinition } from '../../engine/index.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { CompletedSimulations } from './completed-simulations.service.js';

/** How many agents are rendered before other requests get their turn. */
const agentsPerTurn = 200;

@Injectable()
export class SimulationResults {
  constructor(private readonly completed: CompletedSimulations) {}

  /** Every agent with its transcript, as `{ data, meta }`; written piece by piece, so that memory stays flat. */
  async stream(caller: Caller, id: string): Promise<StreamableFile> {
    const completed = await this.completed.find(caller, id);
    const decided = await this.completed.decided(caller, completed);
    const json = writeJson(completed.simulation, completed.workflow.definition, decided);
    const stream = new StreamableFile(Readable.from(json), { type: 'application/json; charset=utf-8' });
    // Cut off, so that what was sent so far cannot be taken for the whole.
    return stream.setErrorHandler((_error, response) => response.destroy?.());
  }
}

async function* writeJson(
  simulation: Simulation,
  definition: WorkflowDefinition,
  decided: Decided,
): AsyncGenerator<string> {
  const scenario = simulation.scenarioContext as Scenario;
  const render = agentRenderer(definition, scenario, decided);
  yield '{"data":[';
  for (let from = 0; from < simulation.agentCount; from += agentsPerTurn) {
    const to = Math.min(from + agentsPerTurn, simulation.agentCount);
    const agents: string[] = [];
    for (let index = from; index < to; index++) {
      agents.push(JSON.stringify(render(index)));
    }
    yield (from === 0 ? '' : ',') + agents.join(',');
    await nextTurn();
  }
  yield `],"meta":${JSON.stringify(toMeta(simulation))}}`;
}

function toMeta(simulation: Simulation) {
  return {
    summary: simulation.summary,
    seed: Number(simulation.seed),
    digest: simulation.digest,
    workflow: {
      workflow_id: simulation.workflowId,
      version: simulation.workflowVersion,
      definition_digest: simulation.definitionDigest,
    },
    returned: simulation.agentCount,
    has_more: false,
    next_cursor: null,
  };
}
