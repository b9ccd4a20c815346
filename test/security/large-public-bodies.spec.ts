import { newCaller } from '../support/shared-service.js';
import { ApiClient } from '../support/api-client.js';

const limitBytes = 16 * 1024;

describe('a client without an account that sends large bodies', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await newCaller();
  });

  const logIn = (client: ApiClient, bytes: number) => {
    const text = JSON.stringify({ email: 'large-body@example.com', password: 'wrong password' });
    return client.call('/v1/auth/password/login', {
      method: 'POST',
      raw: text.padEnd(bytes),
      headers: { 'content-type': 'application/json' },
    });
  };

  it('It cannot make a public route read more than 16 KiB, with and without a credential', async () => {
    for (const client of [new ApiClient(api.url), api]) {
      expect(await logIn(client, limitBytes + 1)).toMatchObject({
        status: 413,
        body: { error: 'payload_too_large', meta: { limit_bytes: limitBytes } },
      });
    }
    expect((await logIn(new ApiClient(api.url), limitBytes)).status).toBe(401);
  });

  it('A large body does not hide that a credential is required', async () => {
    const response = await new ApiClient(api.url).call('/v1/simulations', {
      method: 'POST',
      raw: ' '.repeat(limitBytes * 4),
      headers: { 'content-type': 'application/json' },
    });
    expect(response).toMatchObject({ status: 401, body: { error: 'authentication_required' } });
  });
});
