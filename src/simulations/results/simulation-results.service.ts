import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, StreamableFile } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { agentRenderer, type Decided, type Scenario, type WorkflowDefinition } from '../../engine/index.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { WorkflowCatalog } from '../../routing/workflow-catalog.service.js';
import { Simulations } from '../simulations.service.js';
import { decodeColumns } from './column-table.js';

/** How many agents are rendered before other requests get their turn. */
const agentsPerTurn = 200;

@Injectable()
export class SimulationResults {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly simulations: Simulations,
  ) {}

  /** Every agent with its transcript, as `{ data, meta }`; written piece by piece, so that memory stays flat. */
  async stream(caller: Caller, id: string): Promise<StreamableFile> {
    const simulation = await this.simulations.find(caller, id);
    if (simulation.status !== 'completed') {
      throw new AppError('simulation_not_complete', { status: simulation.status });
    }
    const workflow = this.catalog.find(simulation.workflowId);
    if (workflow?.digest !== simulation.definitionDigest) {
      throw new Error(
        `the definition ${simulation.definitionDigest} of ${simulation.workflowId} is not in the catalog`,
      );
    }
    const { agents, events } = await this.databases.for(caller.tier).simulationResult.findUniqueOrThrow({
      where: { simulationId: simulation.id },
    });
    const decided = { columns: await decodeColumns(agents), events: events ? await decodeColumns(events) : [] };
    const json = writeJson(simulation, workflow.definition, decided);
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
