import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ApiResponse } from '../support/api-client.js';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { createDataset } from '../support/decisions.js';
import { testDefinition } from '../support/definitions.js';
import { itInFullLevel } from '../support/full-level.js';
import { createKey, rotateKey } from '../support/keys.js';
import { newAddress } from '../support/new-address.js';
import { newCaller, runFile } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';
import { countOf, createAll, signUpUnverified } from '../support/unverified-accounts.js';

const verifyPath = '/v1/auth/magic-link/verify';

describe('mass creation of accounts and objects', () => {
  let service: AuthService;
  let redis: Redis;

  beforeAll(async () => {
    service = await AuthService.shared();
    redis = new Redis(runFile().redis_url);
  });
  afterAll(() => redis.disconnect());

  /** The limits per minute would end these tests before the limits that they are about. */
  const resetMinuteLimits = async (pattern: string) => {
    const keys = await redis.keys(`rate:${pattern}`);
    if (keys.length > 0) await redis.del(keys);
  };
  const keyBody = (index: number) => ({ name: `key ${index}`, scopes: ['simulations:read'], is_test: true });
  const endpointBody = (index: number) => ({ url: `https://hooks.example.com/${index}` });
  const organizationOf = ({ body }: ApiResponse<{ organization_id: string }>) => body.data.organization_id;

  itInFullLevel(
    'Concurrent clients of one IPv6 network cannot create more than 20 organizations in a day, from any port',
    async () => {
      const [, , third, fourth] = newAddress().split('.');
      const network = `2001:db8:${third}:${fourth}`;
      const responses: ApiResponse[] = [];
      for (let batch = 0; batch < 3; batch++) {
        const tokens = await Promise.all(Array.from({ length: 10 }, () => service.newToken(newEmail())));
        const verify = (token: string, index: number) =>
          service.post(
            verifyPath,
            { token },
            { 'x-forwarded-for': `[${network}::${batch}:${index}]:${50_000 + index}` },
          );
        responses.push(...(await Promise.all(tokens.map(verify))));
        await resetMinuteLimits('address:verify:2001:db8:*');
      }
      expect([countOf(responses, 200), countOf(responses, 429)]).toEqual([20, 10]);
      const rejected = responses.find(({ status }) => status === 429);
      expect(rejected?.body).toMatchObject({ error: 'sign_up_limit_reached', meta: { daily_limit: 20 } });
      expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(80_000);
      const another = await signUpUnverified(service, newEmail(), { 'x-forwarded-for': `${network}::f` });
      expect(another).toMatchObject({ status: 429, body: { error: 'sign_up_limit_reached' } });
    },
  );

  it('The limit of new organizations leaves sign-in to existing accounts and an unused link as they are', async () => {
    const address = newAddress();
    await redis.zadd(
      `attempts:sign-up:${address}`,
      ...Array.from({ length: 20 }, (_, index) => [nowUs(), index]).flat(),
    );
    const existing = newEmail();
    await service.signIn(existing);
    const headers = { 'x-forwarded-for': address };
    expect((await service.post(verifyPath, { token: await service.newToken(existing) }, headers)).status).toBe(200);
    const token = await service.newToken(newEmail());
    expect((await service.post(verifyPath, { token }, headers)).status).toBe(429);
    expect((await service.verify(token)).status).toBe(200);
  });

  it('Loopback clients of a server that is not in production can create more than 20 organizations', async () => {
    const full = Array.from({ length: 20 }, (_, index) => [nowUs(), index]).flat();
    await redis.zadd('attempts:sign-up:127.0.0.1', ...full);
    await resetMinuteLimits('address:sign-up:127.0.0.1');
    expect((await signUpUnverified(service, newEmail(), { 'x-forwarded-for': '127.0.0.1' })).status).toBe(201);
    await redis.del('attempts:sign-up:127.0.0.1');
  });

  itInFullLevel(
    'An unverified organization cannot hold more than 20 active keys, even with concurrent creates',
    async () => {
      const cookie = cookieOf(await signUpUnverified(service));
      const responses = await createAll(service, cookie, 30, '/v1/api-keys', keyBody);
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([20, 10]);
      const rejected = responses.find(({ status }) => status === 409);
      expect(rejected?.body).toMatchObject({
        error: 'api_key_limit_reached',
        meta: { key_limit: 20, cause: 'email_unverified' },
      });
      const { key_id } = responses.find(({ status }) => status === 201)?.body.data ?? fail();
      expect((await service.withSession(`/v1/api-keys/${key_id}`, cookie, { method: 'DELETE' })).status).toBe(200);
      const afterRevocation = await createAll(service, cookie, 2, '/v1/api-keys', keyBody);
      expect(afterRevocation.map(({ status }) => status).sort()).toEqual([201, 409]);
    },
  );

  it('An unverified organization cannot hold more than 5 webhook endpoints, even with concurrent creates', async () => {
    const cookie = cookieOf(await signUpUnverified(service));
    const responses = await createAll(service, cookie, 12, '/v1/webhook-endpoints', endpointBody);
    expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([5, 7]);
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body).toMatchObject({
      error: 'webhook_endpoint_limit_reached',
      meta: {
        endpoint_limit: 5,
        cause: 'email_unverified',
        message: expect.stringMatching(/reached its webhook endpoint limit.*email address is not confirmed/) as string,
      },
    });
  });

  it('An unverified organization cannot publish more than 3 workflows', async () => {
    const account = await signUpUnverified(service);
    const copies = `
      INSERT INTO workflow_versions (id, organization_id, workflow_id, version, version_parts, definition_digest, entry)
      SELECT gen_random_uuid(), $1::uuid, 'copy-' || n || '-' || $1::text, version, version_parts, definition_digest, entry
      FROM generate_series(1, 3) AS n,
        (SELECT * FROM workflow_versions WHERE workflow_id = 'hiv-test-incentive' AND organization_id IS NULL LIMIT 1) AS one`;
    await queryDatabase('sandbox', copies, [organizationOf(account)]);
    const definition = testDefinition(`unverified-${randomUUID()}`);
    const publish = { method: 'POST', json: { definition } };
    expect(await service.withSession('/v1/case-studies', cookieOf(account), publish)).toMatchObject({
      status: 409,
      body: { error: 'workflow_limit_reached', meta: { workflow_limit: 3, cause: 'email_unverified' } },
    });
  });

  itInFullLevel(
    'An unverified organization cannot publish more than 3 workflows, even with concurrent promotions',
    async () => {
      const cookie = cookieOf(await signUpUnverified(service));
      const definitionOf = () => ({ definition: testDefinition(`unverified-${randomUUID().slice(0, 8)}`) });
      const responses = await createAll(service, cookie, 5, '/v1/case-studies', definitionOf);
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([3, 2]);
      const rejected = responses.find(({ status }) => status === 409);
      expect(rejected?.body).toMatchObject({ error: 'workflow_limit_reached', meta: { workflow_limit: 3 } });
    },
  );

  it('The first email link of an unverified organization raises its limits in both tiers', async () => {
    const email = newEmail();
    const organizationId = organizationOf(await signUpUnverified(service, email));
    const isVerified = async () => {
      const query = 'SELECT is_verified FROM organizations WHERE id = $1';
      const rows = [
        await queryDatabase('live', query, [organizationId]),
        await queryDatabase('sandbox', query, [organizationId]),
      ];
      return rows.flat();
    };
    expect(await isVerified()).toEqual([{ is_verified: false }, { is_verified: false }]);
    const { cookie } = await service.signIn(email);
    expect(await isVerified()).toEqual([{ is_verified: true }, { is_verified: true }]);
    const responses = await createAll(service, cookie, 22, '/v1/api-keys', keyBody);
    expect(countOf(responses, 201)).toBe(22);
  });

  it('An organization cannot hold more than 20 datasets', async () => {
    const owner = await newCaller();
    const id = await createDataset(owner);
    const copies = `
      INSERT INTO datasets
      SELECT (jsonb_populate_record(own, jsonb_build_object('id', 'ds_' || replace(gen_random_uuid()::text, '-', '')))).*
      FROM datasets AS own, generate_series(1, 19) WHERE id = $1`;
    await queryDatabase('sandbox', copies, [id]);
    const upload = { method: 'POST', raw: 'a\n1\n', headers: { 'content-type': 'text/csv' } };
    const rejected = await owner.call('/v1/datasets', upload);
    expect(rejected).toMatchObject({
      status: 409,
      body: { error: 'dataset_limit_reached', meta: { dataset_limit: 20 } },
    });
    expect(rejected.body.meta).not.toHaveProperty('cause');
  });

  itInFullLevel(
    'An organization cannot hold more than 100 active keys, even with concurrent creates, but can rotate them',
    async () => {
      const owner = await newCaller();
      const { body } = await createKey(owner);
      const copies = `
      INSERT INTO api_keys (id, organization_id, name, start, last4, hash, scopes, is_test, expires_at)
      SELECT gen_random_uuid(), organization_id, name, start, last4, sha256(gen_random_uuid()::text::bytea), scopes, is_test,
        CASE WHEN n > 90 THEN now() - interval '1 hour' END
      FROM api_keys, generate_series(1, 95) AS n WHERE id = $1`;
      await queryDatabase('sandbox', copies, [body.data.key_id]);
      // 92 active keys: the key of the caller, the created one and 90 copies. Five copies have expired.
      const responses = await Promise.all(Array.from({ length: 15 }, () => createKey(owner)));
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([8, 7]);
      const rejected = responses.find(({ status }) => status === 409);
      expect(rejected?.body).toMatchObject({ error: 'api_key_limit_reached', meta: { key_limit: 100 } });
      expect((await rotateKey(owner, body.data.key_id)).status).toBe(201);
      expect((await createKey(owner)).status).toBe(409);
    },
  );

  const margins = [
    {
      attributes: ['sex'],
      cells: [
        { groups: ['female'], total: 0.5 },
        { groups: ['male'], total: 0.5 },
      ],
    },
  ];
  const calibration_targets = [{ outcome: 'train', share: 0.3, standard_error: 0.02 }];
  itInFullLevel.each([
    [20, 'populations', 'populations', 'population', { workflow_id: workflowId, margins }],
    [1_000, 'target-matches', 'calibrations', 'calibration', { workflow_id: workflowId, calibration_targets }],
  ])(
    'An organization cannot hold more than %i %s, even with concurrent creates',
    async (limit, path, table, noun, body) => {
      const owner = await newCaller();
      const create = () => owner.post<{ id: string }>(`/v1/${path}`, body);
      const first = await create();
      expect(first.status).toBe(201);
      const copies = `
      INSERT INTO ${table}
      SELECT (jsonb_populate_record(own, jsonb_build_object(
        'id', split_part(id, '_', 1) || '_' || replace(gen_random_uuid()::text, '-', '')))).*
      FROM ${table} AS own, generate_series(1, $2) WHERE id = $1`;
      await queryDatabase('sandbox', copies, [first.body.data.id, limit - 3]);
      const responses = await Promise.all(Array.from({ length: 4 }, create));
      expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([2, 2]);
      expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
        error: `${noun}_limit_reached`,
        meta: { [`${noun}_limit`]: limit },
      });
    },
  );
});

const nowUs = () => Date.now() * 1_000;

function fail(): never {
  throw new Error('the value is missing');
}
