import { ApiFailure, api, body, data, newIdempotencyKey } from '../../api/client';
import { repeatedRequest } from '../run/repeated-request';
import type { Simulation } from './use-comparisons';

const pollIntervalMs = 1000;

/** Runs a simulation again with the given agents, and waits until it is finished. Throws if it does not complete. */
export async function runAgain(
  simulation: Simulation,
  agents: Pick<Simulation, 'seed' | 'agent_count'>,
): Promise<Simulation> {
  const { scenario_context, name } = simulation;
  // The response has another type with `dry_run`, which this request does not set.
  const created = (await body<unknown>(
    api.POST('/v1/simulations', {
      params: { header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { ...repeatedRequest(simulation, scenario_context), ...agents, ...(name !== null && { name }) },
    }),
  )) as { data: Simulation };
  let repeated = created.data;
  while (repeated.status === 'queued' || repeated.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    repeated = await data(api.GET('/v1/simulations/{id}', { params: { path: { id: repeated.id } } }));
  }
  if (repeated.status === 'completed') return repeated;
  throw new ApiFailure(409, 'simulation_not_complete', {
    message: repeated.failure?.message ?? `The new simulation is ${repeated.status}.`,
  });
}
