import type { components } from '../../api/generated/schema';

/** The body of a create request for the same agents and the same method of the intervals, with other parameter values. */
export function repeatedRequest(
  { workflow_id, agent_count, seed, uncertainty }: components['schemas']['Simulation'],
  values: components['schemas']['Simulation']['scenario_context'],
) {
  const { method, parameter_draws } = uncertainty;
  return {
    workflow_id,
    agent_count,
    seed,
    scenario_context: values,
    uncertainty: { method, ...(parameter_draws !== null && { parameter_draws }) },
  };
}
