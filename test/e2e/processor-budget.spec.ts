import { Redis } from 'ioredis';
import { testDefinition } from '../support/definitions.js';
import { queryDatabase } from '../support/auth-service.js';
import { createFit, uploadLetters } from '../support/fits.js';
import { itInFullLevel } from '../support/full-level.js';
import { bootstrap, runFile, sharedClient } from '../support/shared-service.js';
import { createSimulation, simulate, workflowId } from '../support/simulations.js';

const csv = { method: 'POST', raw: 'a,b\n1,2\n3,4\n', headers: { 'content-type': 'text/csv' } };
const targets = { workflow_id: workflowId, calibration_targets: [{ outcome: 'train', share: 0.3 }] };
const question = 'What if the train cost 20% more?';
const margins = [{ attributes: ['sex'], cells: ['female', 'male'].map((group) => ({ groups: [group], total: 0.5 })) }];

describe('the processor time outside the queue', () => {
  let redis: Redis;
  beforeAll(() => (redis = new Redis(runFile().redis_url)));
  afterAll(() => redis.disconnect());

  const meterOf = (organizationId: string) => `processor:sandbox:${organizationId}`;
  /** Uses so much time that no test lasts until more may be used. */
  const useAll = async (organizationId: string) => {
    const [seconds] = await redis.time();
    await redis.hset(meterOf(organizationId), { level: 100_000_000, at: 1_000 * Number(seconds) });
  };

  it('An organization that used its processor time gets 429 for each computation, and everything else works', async () => {
    const { key, organization_id } = await bootstrap();
    const api = sharedClient(key);
    const dataset = await uploadLetters(api);
    const { id } = await simulate(api, { agent_count: 120, scenario_context: { train_cost_factor: 1.2 } });
    const other = await simulate(api, { agent_count: 40, seed: 3 });
    await useAll(organization_id);
    const adjusted = { workflow_id: workflowId, calibration_targets: targets.calibration_targets };
    const refused = await Promise.all([
      api.call('/v1/datasets', csv),
      api.post(`/v1/datasets/${dataset}/spec`, { outcome: 'gave' }),
      createFit(api, { dataset_id: dataset, dry_run: true }),
      createFit(api, { dataset_id: dataset }),
      api.post('/v1/case-studies', { definition: testDefinition('too-busy') }),
      api.post('/v1/case-studies', { definition: testDefinition('too-busy'), dry_run: true }),
      api.call(`/v1/populations?workflow_id=${workflowId}`, csv),
      api.post('/v1/populations', { workflow_id: workflowId, margins }),
      api.post('/v1/target-matches', targets),
      api.post('/v1/simulations', adjusted),
      api.post('/v1/simulations', { workflow_id: 'hiv-test-incentive', dry_run: true }),
      api.post('/v1/simulations/auto', { question }),
      api.post('/v1/simulations/auto', { question, workflow_id: workflowId, dry_run: true }),
      ...['summary?group_by=sex', 'effects', 'elasticities', 'welfare', 'view', 'report'].map((path) =>
        api.call(`/v1/simulations/${id}/${path}`),
      ),
      api.call(`/v1/comparisons?ids=${id},${other.id}`),
      ...['ndjson', 'csv', 'parquet', 'arrow'].map((format) =>
        api.call(`/v1/simulations/${id}/results?format=${format}&fields=transcript`),
      ),
    ]);
    const answers = refused.map(({ status, body }) => [status, body.error]);
    expect(answers).toEqual(refused.map(() => [429, 'processor_limit_reached']));
    for (const { headers, body } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
      expect(body.meta['processor_seconds_per_minute']).toBe(240);
    }
    expect((await api.call(`/v1/simulations/${id}/summary`)).status).toBe(200);
    expect((await createSimulation(api, { agent_count: 20 })).status).toBe(202);
    await redis.del(meterOf(organization_id));
    expect((await api.call('/v1/datasets', csv)).status).toBe(201);
  });

  itInFullLevel('The processor time of uploads is measured and uses the budget', async () => {
    // The tests give this plan one second a minute.
    const { key } = await bootstrap({ plan: 'scale' });
    const api = sharedClient(key);
    let [status, uploads] = [201, 0];
    for (; status === 201 && uploads < 20; uploads++) status = (await api.call('/v1/datasets', csv)).status;
    expect(status).toBe(429);
    expect(uploads).toBeGreaterThan(2);
  });

  itInFullLevel('The processor time of downloads is measured chunk by chunk and uses the budget', async () => {
    // The tests give this plan one second a minute, so that the used time remains visible.
    const { key, organization_id } = await bootstrap({ plan: 'scale' });
    const api = sharedClient(key);
    const { id } = await simulate(api, { agent_count: 2_000, scenario_context: { train_cost_factor: 1.2 } });
    const levelOf = async () => Number(await redis.hget(meterOf(organization_id), 'level'));
    const before = await levelOf();
    const { status } = await api.call(`/v1/simulations/${id}/results?format=arrow&fields=transcript`);
    expect(status).toBe(200);
    expect(await levelOf()).toBeGreaterThan(before);
  });

  it('An unverified organization has a lower limit, which ends with the verification', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const setVerified = (isVerified: boolean) =>
      queryDatabase('sandbox', 'UPDATE organizations SET is_verified = $2 WHERE id = $1', [
        organization_id,
        isVerified,
      ]);
    const limitOf = async () => {
      const { body } = await sharedClient(key).call('/v1/datasets', csv);
      return body.meta['processor_seconds_per_minute'];
    };
    await setVerified(false);
    await useAll(organization_id);
    expect(await limitOf()).toBe(20);
    await setVerified(true);
    expect(await limitOf()).toBe(60);
  });

  it('Time above the limit of a minute delays the next computation in proportion', async () => {
    const { key, organization_id } = await bootstrap({ plan: 'sandbox' });
    const [seconds] = await redis.time();
    // The limit is 60 s a minute.
    await redis.hset(meterOf(organization_id), { level: 1_060_000, at: 1_000 * Number(seconds) });
    const { status, headers } = await sharedClient(key).call('/v1/datasets', csv);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(900);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(1_001);
  });
});
