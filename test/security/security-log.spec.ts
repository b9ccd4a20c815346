import { randomBytes, randomUUID } from 'node:crypto';
import { securityEvents, type SecurityEvent } from '../../src/platform/logging/security-events.js';
import { ApiClient } from '../support/api-client.js';
import { AuthService, cookieOf, newEmail } from '../support/auth-service.js';
import { callerWithScopes, createKey, rotateKey } from '../support/keys.js';
import { newAddress } from '../support/new-address.js';
import { bootstrap } from '../support/shared-service.js';
import { createShareLink, tokenOf } from '../support/share-links.js';
import { createEndpoint, sendTestEvent } from '../support/webhooks.js';

type Line = Record<string, unknown>;

const password = `seven quiet otters ${randomUUID()}`;
const newPassword = `nine loud herons ${randomUUID()}`;
const address = newAddress();
const from = { 'x-forwarded-for': address };

describe('the log of a client that signs in, reads secrets and is rejected', () => {
  let service: AuthService;
  let lines: Line[];
  let text: string;
  let ids: { keyId: string; organizationId: string; endpointId: string; deliveryId: string; linkId: string };
  const secrets: Record<string, string> = {};
  const users: Record<string, string> = {};

  /** Sends every kind of request that handles a secret, then stops the service to read its complete log. */
  beforeAll(async () => {
    service = await AuthService.start({ LOG_LEVEL: 'trace' });
    const owner = await bootstrap();
    const api = new ApiClient(service.url, owner.key);
    secrets['API key'] = owner.key;
    await signInByLink();
    await signInByPassword();
    await endSessions();
    await readSecrets(api, owner);
    await sendRejectedRequests(api);
    await service.stop();
    text = service.log.join('');
    lines = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
  });

  async function signInByLink(): Promise<void> {
    const email = newEmail();
    const token = await service.newToken(email);
    const response = await service.post('/v1/auth/magic-link/verify', { token }, from);
    await service.withSession('/v1/auth/me', cookieOf(response), { headers: from });
    const endpoints = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, json: {} };
    await service.withSession('/v1/webhook-endpoints', cookieOf(response), endpoints);
    Object.assign(secrets, { 'link token': token, 'link session': cookieOf(response).split('=')[1], email });
    users['link'] = response.body.data.user?.user_id ?? '';
    await service.verify(token);
  }

  async function signInByPassword(): Promise<void> {
    const email = newEmail();
    const signUp = { email, password, name: 'Ada', organization_name: `Engines ${randomUUID()}` };
    const response = await service.post('/v1/auth/password/signup', signUp, from);
    const logIn = await service.post('/v1/auth/password/login', { email, password }, from);
    await service.post('/v1/auth/password/login', { email: email.toUpperCase(), password: `${password}!` }, from);
    Object.assign(secrets, { password, 'other email': email, session: cookieOf(response).split('=')[1] });
    Object.assign(secrets, { 'other session': cookieOf(logIn).split('=')[1] });
    users['password'] = response.body.data.user?.user_id ?? '';
  }

  /** The user of the link sets a password and ends the session. The other user ends a session, changes the password and logs out. */
  async function endSessions(): Promise<void> {
    const token = await service.newToken(secrets['email'] ?? '');
    const reset = await service.post('/v1/auth/password/reset', { token, new_password: newPassword }, from);
    const byLink = cookieOf(reset);
    const list = await service.withSession<{ session_id: string }[]>('/v1/auth/sessions', byLink);
    const [session] = list.body.data;
    await service.withSession(`/v1/auth/sessions/${session?.session_id}`, byLink, { method: 'DELETE', headers: from });
    const byPassword = `svc_session=${secrets['session']}`;
    const send = (path: string, method: string, json?: object) =>
      service.withSession(`/v1/auth/${path}`, byPassword, { method, headers: from, ...(json && { json }) });
    await send('sessions', 'DELETE');
    await send('password/change', 'POST', { current_password: password, new_password: newPassword });
    await send('logout', 'POST');
    // The session does not exist anymore.
    await send('logout', 'POST');
    Object.assign(secrets, {
      'reset token': token,
      'reset session': byLink.split('=')[1],
      'new password': newPassword,
    });
  }

  async function readSecrets(api: ApiClient, owner: { key_id: string; organization_id: string }): Promise<void> {
    const created = (await createKey(api)).body.data;
    const rotated = (await rotateKey(api, created.key_id)).body.data;
    const chosen = `whsec_${randomBytes(32).toString('base64')}`;
    const { id } = await createEndpoint(api, { url: `https://hooks.invalid/${randomUUID()}`, secret: chosen });
    const at = `/v1/webhook-endpoints/${id}`;
    const rotatedSecret = (await api.call<{ secret: string }>(`${at}/rotate-secret`, { method: 'POST' })).body.data;
    await api.call(`${at}/secret`);
    const signing = (await api.call<{ secret: string }>('/v1/webhook-endpoints/signing-secret')).body.data;
    const deliveryId = await sendTestEvent(api, id);
    await api.call(`/v1/webhook-deliveries/${deliveryId}/redeliver`, { method: 'POST' });
    await api.post(`${at}/redeliver`, { since: '2026-01-01T00:00:00Z' });
    Object.assign(secrets, { 'new key': created.key, 'rotated key': rotated.key, 'endpoint secret': chosen });
    const link = (await createShareLink(api)).body.data;
    secrets['share link'] = tokenOf(link);
    for (const path of ['', '/report', '/x']) await service.call(`/v1/shared/${tokenOf(link)}${path}`);
    Object.assign(secrets, { 'rotated secret': rotatedSecret.secret, 'signing secret': signing.secret });
    ids = { keyId: owner.key_id, organizationId: owner.organization_id, endpointId: id, deliveryId, linkId: link.id };
  }

  /** Also puts credentials where they do not belong. */
  async function sendRejectedRequests(api: ApiClient): Promise<void> {
    const key = `sk_live_${randomBytes(32).toString('hex')}`;
    secrets['unknown key'] = key;
    await service.call('/v1/api-keys', { headers: { authorization: `Bearer ${key}`, ...from } });
    await service.call(`/v1/api-keys/${key}`, { method: 'DELETE' });
    await api.call(`/v1/simulations/${key}?api_key=${key}`);
    await api.call(`/v1/none/${secrets['link token'] ?? ''}?token=${secrets['link token'] ?? ''}`);
    await service.post('/v1/leaked-keys', { key: secrets['new key'] });
    const reader = await callerWithScopes(api, ['simulations:read']);
    secrets['reader key'] = reader.key ?? '';
    await reader.call('/v1/api-keys', { headers: from });
    const limited = { 'x-forwarded-for': newAddress() };
    for (let count = 0; count < 6; count++) await service.post('/v1/auth/password/login', {}, limited);
  }

  const events = (event?: SecurityEvent) =>
    lines.filter((line) => line['logger'] === 'security' && (event === undefined || line['event'] === event));

  it('A client that signs in leaves an event with its address, its method and its user', () => {
    const signIn = { request_id: expect.stringMatching(/^req_/) as string, address };
    const emailHash = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
    const signIns = events('sign_in.succeeded').map(({ sign_in, user_id }) => ({ sign_in, user_id }));
    expect(signIns).toEqual([
      { sign_in: 'link', user_id: users['link'] },
      { sign_in: 'sign_up', user_id: users['password'] },
      { sign_in: 'password', user_id: users['password'] },
      { sign_in: 'link', user_id: users['link'] },
    ]);
    for (const event of events('sign_in.succeeded')) expect(event).toMatchObject({ ...signIn, email_hash: emailHash });
    expect(events('sign_in.link_requested')).toMatchObject([{ email_hash: emailHash }, { email_hash: emailHash }]);
  });

  it('A log-out, each end of sessions and each new password leaves one event with the user', () => {
    const [link, other] = [users['link'], users['password']].map((user_id) => ({ user_id, address }));
    const organization_id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(events('session.ended')).toMatchObject([
      { ...link, organization_id, route: '/v1/auth/sessions/:session_id', sessions: 1 },
      { ...other, organization_id, route: '/v1/auth/sessions', sessions: 1 },
      { ...other, organization_id, route: '/v1/auth/logout', sessions: 1 },
    ]);
    expect(events('password.changed')).toMatchObject([
      { ...link, organization_id, route: '/v1/auth/password/reset' },
      { ...other, organization_id, route: '/v1/auth/password/change' },
    ]);
  });

  it('A client that guesses passwords or links leaves an event that names the same account as the sign-in', () => {
    const [link, guess] = events('sign_in.failed');
    expect(link).toMatchObject({ code: 'magic_link_invalid', email_hash: null });
    expect(guess).toMatchObject({ code: 'invalid_credentials', address, route: '/v1/auth/password/login' });
    expect(guess?.['email_hash']).toBe(events('sign_in.succeeded')[2]?.['email_hash']);
  });

  it('A client without a valid credential, or without the scope, leaves an event', () => {
    expect(events('request.unauthenticated')).toMatchObject([
      { code: 'invalid_or_revoked_api_key', address, method: 'GET', route: '/v1/api-keys' },
      { code: 'authentication_required', method: 'DELETE', route: '/v1/api-keys/:key_id' },
    ]);
    expect(events('request.forbidden')).toMatchObject([
      { code: 'csrf_rejected', user_id: users['link'], key_id: null, route: '/v1/webhook-endpoints' },
      { code: 'insufficient_scope', organization_id: ids.organizationId, user_id: null, address, tier: 'sandbox' },
    ]);
    expect(events('request.limited')).toMatchObject([{ code: 'rate_limited', route: '/v1/auth/password/login' }]);
  });

  it('A caller that reads a secret or redelivers webhooks leaves an event with the object', () => {
    const by = { organization_id: ids.organizationId, key_id: ids.keyId, user_id: null };
    const { endpointId, deliveryId, linkId, organizationId } = ids;
    const read = events('secret.read');
    expect(read.slice(2, 7)).toMatchObject(
      [endpointId, endpointId, endpointId, organizationId, linkId].map((subject) => ({ ...by, subject })),
    );
    expect(read.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST', 'GET', 'GET', 'POST', 'POST']);
    expect(events('webhook.redelivered')).toMatchObject([
      { ...by, subject: deliveryId },
      { ...by, subject: endpointId },
    ]);
  });

  it('Each request line names the client address and the organization with its key or user', () => {
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.filter(({ address: client }) => typeof client !== 'string' || client === '')).toEqual([]);
    const { organizationId: organization_id, keyId: key_id } = ids;
    expect(requests).toContainEqual(expect.objectContaining({ organization_id, key_id, user_id: null }));
    expect(requests).toContainEqual(
      expect.objectContaining({ path: '/v1/auth/me', user_id: users['link'], key_id: null, address }),
    );
  });

  it('Each security event has exactly the documented fields', () => {
    const standard = ['level', 'time', 'process', 'logger', 'event', 'msg'];
    for (const line of events()) {
      const { fields } = securityEvents[line['event'] as SecurityEvent];
      expect(Object.keys(line).sort()).toEqual([...standard, ...Object.keys(fields)].sort());
    }
    const names = new Set(events().map(({ event }) => event));
    // A worker logs the commands of operators: see operations.full.spec.ts.
    expect([...names, 'operator.command'].sort()).toEqual(Object.keys(securityEvents).sort());
  });

  it('The log contains no key, token, password, cookie, signing secret or email address, even at level trace', () => {
    expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([]);
    const found = Object.entries(secrets).filter(([, secret]) => text.toLowerCase().includes(secret.toLowerCase()));
    expect(found.map(([name]) => name)).toEqual([]);
    // The secret part of each key and signing secret.
    const bare = Object.values(secrets).filter((secret) => /^(sk|shr|whsec)_/.test(secret));
    expect(bare.filter((secret) => text.includes(secret.slice(12)))).toEqual([]);
  });
});
