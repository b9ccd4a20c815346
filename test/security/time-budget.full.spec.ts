import { queryDatabase } from '../support/auth-service.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type SimulationRecord } from '../support/simulations.js';
import { publishSlow } from '../support/slow-workflow.js';
import { waitUntil } from '../support/wait-until.js';

// The processor time of the budget takes much longer on a busy machine.
jest.setTimeout(300_000);

/** From the database, because the sandbox plan has few requests per minute. */
async function stateOf(id: string): Promise<{ status: string; failure_code: string | null; used: number }> {
  const [state] = await queryDatabase<{ status: string; failure_code: string | null; used: number }>(
    'sandbox',
    `SELECT status::text, failure_code, usage_months.simulations AS used
     FROM simulations JOIN usage_months USING (organization_id) WHERE id = $1`,
    [id],
  );
  return state!;
}

describe('an organization with a definition that computes for minutes', () => {
  it('cannot use more processor time than its plan has, and pays for the attempt with its quota', async () => {
    const api = await newCaller({ plan: 'sandbox' });
    const slug = await publishSlow(api);
    const { body } = await createSimulation(api, { workflow_id: slug, agent_count: 1_000 });
    const { id } = body.data;
    await waitUntil('the simulation fails', async () => (await stateOf(id)).status === 'failed', 200_000);
    expect(await stateOf(id)).toMatchObject({ failure_code: 'time_budget_exceeded', used: 1 });
    const { body: record } = await api.call<SimulationRecord>(`/v1/simulations/${id}`);
    expect(record.data.failure?.code).toBe('time_budget_exceeded');
  });

  it('cannot occupy the engine after it canceled its simulations', async () => {
    const api = await newCaller();
    const slug = await publishSlow(api);
    const ids: string[] = [];
    // More simulations than the worker has threads, so that all its threads compute.
    for (let count = 0; count < 6; count++) {
      ids.push((await createSimulation(api, { workflow_id: slug, agent_count: 10_000 })).body.data.id);
    }
    const statusOf = async (id: string) => (await api.call<SimulationRecord>(`/v1/simulations/${id}`)).body.data.status;
    await waitUntil('two simulations run', async () => (await statusOf(ids[1]!)) === 'running');
    for (const id of ids) expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    const other = await newCaller();
    expect(await simulate(other, { agent_count: 50 })).toMatchObject({ status: 'completed' });
    for (const id of ids) expect(await statusOf(id)).toBe('canceled');
  });
});
