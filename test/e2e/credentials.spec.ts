import { ApiClient } from '../support/api-client.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { simulate, workflowId } from '../support/simulations.js';

describe('API credentials', () => {
  const url = () => runFile().url;
  const path = '/v1/simulations/sim_00000000000000000000000000000000';

  it('A request without a Bearer key gets 401 authentication_required with WWW-Authenticate', async () => {
    for (const authorization of [undefined, 'Basic dTpw', '']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await new ApiClient(url()).call(path, { headers });
      expect(response).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('An unknown or malformed key gets 401 invalid_or_revoked_api_key', async () => {
    const unknown = `sk_test_${'0'.repeat(64)}`;
    const bad = [
      unknown,
      unknown.replace('test', 'live'),
      unknown.toUpperCase(),
      'sk_test_short',
      'x y',
      `${unknown} x`,
    ];
    for (const key of bad) {
      const response = await new ApiClient(url(), key).call(path);
      expect(response).toMatchObject({ status: 401, body: { error: 'invalid_or_revoked_api_key' } });
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('A key is read only from the Authorization header, never from the query or the body', async () => {
    const { key } = await bootstrap();
    const anonymous = new ApiClient(url());
    expect((await anonymous.call(`${path}?access_token=${key}`)).status).toBe(401);
    const inBody = await anonymous.post('/v1/simulations', { workflow_id: workflowId, access_token: key });
    expect(inBody.status).toBe(401);
    // With a valid header, it is an unknown query parameter.
    expect((await new ApiClient(url(), key).call(`${path}?access_token=x`)).status).toBe(400);
  });

  it('A key with the prefix of the other tier gets 401', async () => {
    const { key } = await bootstrap({ tier: 'sandbox' });
    const { status } = await new ApiClient(url(), key.replace('sk_test_', 'sk_live_')).call(path);
    expect(status).toBe(401);
  });

  it('An unauthenticated request gets 401 before its body is validated', async () => {
    const response = await new ApiClient(url()).call('/v1/simulations', {
      method: 'POST',
      raw: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.body.error).toBe('authentication_required');
  });

  it('The Bearer scheme is case-insensitive', async () => {
    const { key } = await bootstrap();
    const response = await new ApiClient(url()).call(path, { headers: { authorization: `bEaReR ${key}` } });
    expect(response.status).toBe(404);
  });

  it('GET /livez and GET /readyz need no credential', async () => {
    expect(await new ApiClient(url()).call('/livez')).toMatchObject({ status: 200, body: { data: { status: 'ok' } } });
    const ready = await new ApiClient(url()).call('/readyz');
    expect(ready.status).toBe(200);
    expect(ready.body.data).toMatchObject({ checks: { sandbox_database: 'up', live_database: 'up', redis: 'up' } });
  });

  it('Every response has a unique request id', async () => {
    const api = await newCaller();
    await simulate(api, { agent_count: 1 });
    const ids = await Promise.all(Array.from({ length: 10 }, () => api.call('/livez')));
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(10);
  });
});
