import { randomUUID } from 'node:crypto';
import { AuthService, cookieOf, queryDatabase } from '../support/auth-service.js';
import { testDefinition } from '../support/definitions.js';
import { createKey, rotateKey } from '../support/keys.js';
import { newCaller } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';
import { countOf, createAll, signUpUnverified } from '../support/unverified-accounts.js';

describe('mass creation of objects', () => {
  it('An unverified organization cannot publish more than 3 workflows, even with concurrent promotions', async () => {
    const service = await AuthService.shared();
    const cookie = cookieOf(await signUpUnverified(service));
    const definitionOf = () => ({ definition: testDefinition(`unverified-${randomUUID().slice(0, 8)}`) });
    const responses = await createAll(service, cookie, 5, '/v1/case-studies', definitionOf);
    expect([countOf(responses, 201), countOf(responses, 409)]).toEqual([3, 2]);
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body).toMatchObject({ error: 'workflow_limit_reached', meta: { workflow_limit: 3 } });
  });

  it('An organization cannot hold more than 100 active keys, even with concurrent creates, but can rotate them', async () => {
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
  });

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
  it.each([
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
