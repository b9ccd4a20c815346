import { z } from 'zod';
import { AppError } from '../../common/errors/app-error.js';
import { definitionSchema, type WorkflowDefinition } from '../../../model/definition.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { toDescription, workflowDescriptionSchema } from '../../workflows/case-study.record.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { count, named, positiveCount, settings, textOrNull } from '../schema-parts.js';

/** All that a browser needs to simulate with the engine of the service. It never contains a row of a table. */
export const simulatorSchema = named('Simulator', {
  workflow: workflowDescriptionSchema,
  definition: definitionSchema.meta({
    description:
      'The definition with the adjustments of the simulation, and with one example question of each kind for the router. It never has rows of a table.',
  }),
  parameters: z.array(z.string()).meta({
    description: 'Ids of the parameters that the visitor can change. All others keep the values of `scenario_context`.',
    examples: [['swissmetro_cost_factor']],
  }),
  scenario_context: settings.meta({
    description: 'Values of the simulation, with which the page starts. A parameter without a value has its default.',
    examples: [{ swissmetro_cost_factor: 0.8 }],
  }),
  seed: count.meta({ description: 'Random seed of the simulation.', examples: [7] }),
  agent_count: positiveCount.meta({ description: 'Agents of the simulation.', examples: [1000] }),
  parameter_draws: z
    .int()
    .nullable()
    .meta({ description: 'Draws of coefficients for the intervals; null for the default.', examples: [null] }),
  digest: textOrNull.meta({
    description: 'Digest of the simulation, which the browser computes too; null for the example.',
    examples: ['5f'.repeat(32)],
  }),
});
export type Simulator = z.infer<typeof simulatorSchema>;

type Simulated = Pick<Simulation, 'agentCount' | 'parameterDraws' | 'digest'> & {
  seed: bigint | number;
  scenarioContext: unknown;
};

/**
 * @param allowed ids of the parameters that can be changed. Default: all
 * @throws AppError `synthetic_population_required` if the agents are rows of a table
 */
export function simulatorOf(workflow: Workflow, simulation: Simulated, allowed?: readonly string[]): Simulator {
  const { definition } = workflow;
  const { people, sample } = definition.population;
  if (people || sample) throw new AppError('synthetic_population_required');
  const ids = definition.scenario.parameters.map(({ id }) => id);
  return {
    workflow: toDescription(workflow),
    definition: withoutQuestions(definition),
    parameters: ids.filter((id) => allowed?.includes(id) ?? true),
    scenario_context: simulation.scenarioContext as Simulator['scenario_context'],
    seed: Number(simulation.seed),
    agent_count: simulation.agentCount,
    parameter_draws: simulation.parameterDraws,
    digest: simulation.digest,
  };
}

/** The questions change no result. Each list has at least one. */
const withoutQuestions = ({ routing, ...definition }: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  routing: { examples: routing.examples.slice(0, 1), not_for: routing.not_for.slice(0, 1) },
});

const landingWorkflow = 'swissmetro-mode-choice';
const landingParameters = ['swissmetro_cost_factor', 'swissmetro_time_factor', 'train_cost_factor', 'car_cost_factor'];

/** The simulator of the landing page: the example of the README. */
export function exampleSimulator(workflows: readonly Workflow[]): Simulator {
  const workflow = workflows.find(({ definition }) => definition.workflow_id === landingWorkflow);
  if (!workflow) throw new Error(`the release has no workflow ${landingWorkflow}`);
  const scenarioContext = { swissmetro_cost_factor: 0.8 };
  const simulation = { seed: 7, agentCount: 1_000, parameterDraws: null, digest: null, scenarioContext };
  return simulatorOf(workflow, simulation, landingParameters);
}
