import type { components } from '../../api/client';

type Simulation = components['schemas']['Simulation'];

/** The fields of a request that adjust the published workflow. */
export type Adjustments = Omit<NonNullable<Simulation['adjustments']>, 'published_digest' | 'warnings'>;

/** The body of a create request for the same agents, adjustments and method of the intervals, with other parameter values. */
export function repeatedRequest(simulation: Simulation, values: Simulation['scenario_context']) {
  const { workflow_id, agent_count, seed, uncertainty } = simulation;
  const { method, parameter_draws } = uncertainty;
  return {
    workflow_id,
    agent_count,
    seed,
    scenario_context: values,
    uncertainty: { method, ...(parameter_draws !== null && { parameter_draws }) },
    ...requestedAdjustments(simulation),
  };
}

export function requestedAdjustments({ adjustments }: Pick<Simulation, 'adjustments'>): Adjustments {
  const requested: Partial<NonNullable<Simulation['adjustments']>> = { ...adjustments };
  delete requested.published_digest;
  delete requested.warnings;
  return requested;
}
