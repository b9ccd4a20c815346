import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { createSensitivity, longAnalysis } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';
import { publishSlow } from '../support/slow-workflow.js';
import { waitUntil } from '../support/wait-until.js';

const endTimeoutMs = 5_000;

describe('a third party that has opened an event stream with a stolen key', () => {
  it('It receives nothing more within five seconds after the owner revokes the key', async () => {
    const owner = await newCaller();
    const created = await createSimulation(owner, { workflow_id: await publishSlow(owner), agent_count: 10_000 });
    expect(created.status).toBe(202);
    const { id } = created.body.data;
    const long = await createSensitivity(owner, longAnalysis);
    const { body } = await owner.call<{ key: string; key_id: string }>('/v1/api-keys', {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      json: { name: 'stolen', scopes: ['simulations:read'], is_test: true },
    });
    const stolen = await EventListener.open(new ApiClient(owner.url, body.data.key), id);
    const stolenAnalysis = await EventListener.open(new ApiClient(owner.url, body.data.key), long.body.data.id);
    const own = await EventListener.open(owner, id);
    const streams = [stolen, stolenAnalysis, own];
    await waitUntil('all streams have started', () => streams.every(({ events }) => events.length > 0));

    expect((await owner.call(`/v1/api-keys/${body.data.key_id}`, { method: 'DELETE' })).status).toBe(200);
    const revokedMs = performance.now();
    await waitUntil('the streams of the stolen key have ended', () => stolen.ended && stolenAnalysis.ended);
    expect(performance.now() - revokedMs).toBeLessThan(endTimeoutMs);
    for (const { events } of [stolen, stolenAnalysis]) expect(events.map(({ event }) => event)).not.toContain('done');
    expect(own.ended).toBe(false);
    own.close();
    await owner.post(`/v1/simulations/${id}/cancel`, undefined);
    await owner.post(`/v1/runs/${long.body.data.id}/cancel`, undefined);
  });
});
