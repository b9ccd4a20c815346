import { ApiFailure } from '../../api/api-failure';
import { api, body, data, newIdempotencyKey } from '../../api/client';
import type { Simulation } from './use-comparisons';

const pollIntervalMs = 1000;

/** Runs a simulation with the same values and the given agents, and waits until it is finished. Throws if it does not complete. */
export async function runAgain(
  { workflow_id, scenario_context, name }: Simulation,
  agents: Pick<Simulation, 'seed' | 'agent_count'>,
): Promise<Simulation> {
  // The response has another type with `dry_run`, which this request does not set.
  const created = (await body<unknown>(
    api.POST('/v1/simulations', {
      params: { header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { workflow_id, scenario_context, ...agents, ...(name !== null && { name }) },
    }),
  )) as { data: Simulation };
  let simulation = created.data;
  while (simulation.status === 'queued' || simulation.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    simulation = await data(api.GET('/v1/simulations/{id}', { params: { path: { id: simulation.id } } }));
  }
  if (simulation.status === 'completed') return simulation;
  throw new ApiFailure(409, 'simulation_not_complete', {
    message: simulation.failure?.message ?? `The new simulation is ${simulation.status}.`,
  });
}
