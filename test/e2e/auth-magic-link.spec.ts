import { createHash, randomUUID } from 'node:crypto';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { describeInFullLevel, sampleSize } from '../support/full-level.js';
import { tokenIn } from '../support/mail-server.js';
import { newAddress } from '../support/new-address.js';
import { setPlan } from '../support/shared-service.js';
import { frontendUrl } from '../support/sign-in-environment.js';

const requestPath = '/v1/auth/magic-link/request';
const verifyPath = '/v1/auth/magic-link/verify';
const hashOf = (token: string) => createHash('sha256').update(token).digest();

describe('sign-in links', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  const storedLink = async (token: string) => {
    const [row] = await queryDatabase<{ email: string; expires_at: Date; consumed_at: Date | null }>(
      'live',
      'SELECT * FROM magic_link_tokens WHERE hash = $1',
      [hashOf(token)],
    );
    return row;
  };

  describe('token', () => {
    it('A sign-in link is valid for 15 minutes, and the database contains only a hash of its token', async () => {
      const email = newEmail();
      const before = Date.now();
      const token = await service.newToken(email);
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const row = await storedLink(token);
      expect(row).toMatchObject({ email, consumed_at: null });
      const requestedAt = (row?.expires_at.getTime() ?? 0) - 15 * 60_000;
      expect(requestedAt).toBeGreaterThanOrEqual(before);
      expect(requestedAt).toBeLessThanOrEqual(Date.now());
      const dump = await queryDatabase<{ text: string }>(
        'live',
        'SELECT m::text AS text FROM magic_link_tokens m WHERE email = $1',
        [email],
      );
      expect(JSON.stringify(dump)).not.toContain(token);
    });

    it('Verifying a sign-in link consumes it, updates last_login_at and sets a session cookie', async () => {
      const email = newEmail();
      const first = await service.verify(await service.newToken(email));
      expect(first.status).toBe(200);
      const token = await service.newToken(email);
      const again = await service.verify(token);
      expect(again.status).toBe(200);
      expect(cookieOf(again)).toMatch(/^svc_session=[A-Za-z0-9_-]{43}$/);
      expect((await storedLink(token))?.consumed_at).toBeInstanceOf(Date);
      const logins = [first, again].map(({ body }) => Date.parse(body.data.user?.last_login_at ?? ''));
      expect(logins[1]).toBeGreaterThan(logins[0] ?? Infinity);
    });

    it('A used sign-in link gets 401 magic_link_invalid and no cookie', async () => {
      const token = await service.newToken(newEmail());
      await service.verify(token);
      const replay = await service.verify(token);
      expect(replay).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
      expect(replay.headers.getSetCookie()).toEqual([]);
      expect(replay.headers.get('www-authenticate')).toBeNull();
    });

    it('An expired sign-in link gets 401 magic_link_invalid', async () => {
      const token = await service.newToken(newEmail());
      await queryDatabase('live', "UPDATE magic_link_tokens SET expires_at = now() - interval '1 ms' WHERE hash = $1", [
        hashOf(token),
      ]);
      expect(await service.verify(token)).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
      expect((await storedLink(token))?.consumed_at).toBeNull();
    });

    it('An unknown or malformed token gets 401 magic_link_invalid', async () => {
      for (const token of ['x', 'A'.repeat(43), '🔑'.repeat(20), '../../etc', "' OR 1=1 --"]) {
        expect(await service.verify(token)).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
      }
    });

    it('Of 50 concurrent verifications of a sign-in link, exactly one starts a session and the others get 401', async () => {
      for (let round = 0; round < sampleSize(1, 3); round++) {
        const token = await service.newToken(newEmail());
        const responses = await Promise.all(Array.from({ length: 50 }, () => service.verify(token)));
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(responses.filter(({ status }) => status === 401)).toHaveLength(49);
        const cookies = responses.flatMap(({ headers }) => headers.getSetCookie());
        expect(cookies.filter((cookie) => cookie.startsWith('svc_session='))).toHaveLength(1);
      }
    });

    it('Of concurrent verifications of three links for a new address, only the newest link signs in, to one account in one organization', async () => {
      for (let round = 0; round < sampleSize(1, 5); round++) {
        const email = newEmail();
        const tokens = [await service.newToken(email), await service.newToken(email), await service.newToken(email)];
        const responses = await Promise.all(tokens.map((token) => service.verify(token)));
        expect(responses.map(({ status }) => status)).toEqual([401, 401, 200]);
        const organizationId = responses[2]?.body.data.organization_id;
        const users = await queryDatabase('live', 'SELECT 1 FROM users WHERE email = $1 OR organization_id = $2', [
          email,
          organizationId,
        ]);
        expect(users).toHaveLength(1);
      }
    });
  });

  describe('POST /v1/auth/magic-link/request', () => {
    it('A link request gets the same response with and without an account, and the response does not contain the link', async () => {
      const email = newEmail();
      const unknown = await service.post(requestPath, { email, name: 'Ada', organization_name: 'Engines' });
      await service.verify(tokenIn(service.mail.mailsTo(email)[0] ?? fail()));
      const known = await service.post(requestPath, { email, name: 'Ada', organization_name: 'Engines' });
      expect(unknown).toMatchObject({ status: 202, text: '{"data":{"sent":true}}' });
      expect(known).toMatchObject({ status: 202, text: unknown.text });
      const names = ({ headers }: typeof known) => [...headers.keys()];
      expect(names(known)).toEqual(names(unknown));
      expect(service.mail.mailsTo(email)).toHaveLength(2);
    });

    it('A link request sends one email, only to its address, in text and HTML, with the network address of the request', async () => {
      const email = newEmail();
      const address = newAddress();
      await service.post(requestPath, { email }, { 'x-forwarded-for': address });
      const mails = service.mail.mailsTo(email);
      expect(mails).toHaveLength(1);
      const [{ from, to, headers, text, html } = fail()] = mails;
      expect({ from, to }).toEqual({ from: 'no-reply@localhost', to: [email] });
      expect(headers).toMatch(/^From: Simulation Service <no-reply@localhost>$/m);
      expect(headers).toMatch(/^Subject: Sign in to Simulation Service$/m);
      expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
      const opened = new URL(/^https?:.*$/m.exec(text)?.[0] ?? '');
      expect(opened.origin + opened.pathname).toBe(new URL(frontendUrl).origin + new URL(frontendUrl).pathname);
      expect([...opened.searchParams.keys()]).toEqual(['from', 'token']);
      for (const form of [text, html])
        for (const part of [address, '15 minutes', 'If you did not request this']) expect(form).toContain(part);
      expect(html).toContain(opened.href.replace('&', '&amp;'));
    });

    it('The sign-in email and its headers never contain names from the request', async () => {
      const email = newEmail();
      const { status } = await service.post(requestPath, {
        email,
        name: 'You won! evil.example',
        organization_name: 'Prize',
      });
      expect(status).toBe(202);
      expect(JSON.stringify(service.mail.mailsTo(email))).not.toMatch(/evil|Prize/);
      const injected = [
        'a@example.com\r\nBcc: b@example.com',
        'a@example.com,b@example.com',
        'a@example.com b@example.com',
        '"x" <a@example.com>',
        '<a@example.com>',
      ];
      for (const bad of injected) expect((await service.post(requestPath, { email: bad })).status).toBe(400);
      const newline = await service.post(requestPath, { email, name: 'Ada\r\nBcc: b@example.com' });
      expect(newline).toMatchObject({ status: 400, body: { meta: { issues: [{ path: 'name' }] } } });
    });

    it('Email addresses are case-insensitive', async () => {
      const email = newEmail();
      const { body } = await service.verify(await service.newToken(email));
      const uppercase = email.toUpperCase();
      const response = await service.post(requestPath, { email: uppercase });
      expect(response.status).toBe(202);
      const second = await service.verify(tokenIn(service.mail.mailsTo(email).at(-1) ?? fail()));
      expect(second.body.data.user).toMatchObject({ user_id: body.data.user?.user_id, email });
    });

    it.each<[string, unknown, string]>([
      ['no address', {}, 'email'],
      ['an invalid address', { email: 'ada' }, 'email'],
      ['an address that is not a string', { email: 5 }, 'email'],
      ['an address that is too long', { email: `${'a'.repeat(250)}@example.com` }, 'email'],
      ['an empty name', { email: 'a@example.com', name: '' }, 'name'],
      ['a blank name', { email: 'a@example.com', name: '  ' }, 'name'],
      ['a name with NUL', { email: 'a@example.com', name: 'a\u0000b' }, 'name'],
      ['a long organization name', { email: 'a@example.com', organization_name: 'x'.repeat(201) }, 'organization_name'],
      ['an unknown field', { email: 'a@example.com', redirect: 'https://evil.example' }, 'redirect'],
    ])('A link request with %s gets 400 validation_error with the path of the field', async (_, body, path) => {
      const response = await service.post(requestPath, body);
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'validation_error', meta: { issues: [{ path }] } },
      });
    });

    it('The sixth link request per minute from one network address gets 429 rate_limited with Retry-After', async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const responses = [];
      for (let count = 0; count < 6; count++)
        responses.push(await service.post(requestPath, { email: newEmail() }, headers));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
      expect(responses[5]?.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    });

    it.each([true, false])(
      'The sixth link request per minute for one mailbox gets 429 (existing account: %s)',
      async (known) => {
        const email = newEmail();
        const warmUp = known ? 1 : 0;
        if (known) await service.signIn(email);
        const responses = [];
        for (let count = warmUp; count < 6; count++) responses.push(await service.post(requestPath, { email }));
        expect(responses.map(({ status }) => status).slice(warmUp - 6)).toEqual(
          [202, 202, 202, 202, 202, 429].slice(warmUp),
        );
        expect(responses.at(-1)?.body.error).toBe('rate_limited');
        expect(responses.at(-1)?.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
        expect(service.mail.mailsTo(email)).toHaveLength(5);
      },
    );
  });

  describe('Idempotency-Key of a link request', () => {
    const send = (email: string, key: string, more = {}) =>
      service.post<{ sent: boolean }>(requestPath, { email, ...more }, { 'idempotency-key': key });

    it('Repeating a link request with its Idempotency-Key returns the first response and sends no second email', async () => {
      const [email, key] = [newEmail(), randomUUID()];
      const first = await send(email, key);
      const second = await send(email, `"${key}"`);
      expect(first.headers.get('idempotent-replayed')).toBeNull();
      expect(second).toMatchObject({ status: 202, text: first.text });
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(service.mail.mailsTo(email)).toHaveLength(1);
    });

    it('Four concurrent link requests with one Idempotency-Key send one email and all get 202', async () => {
      const [email, key] = [newEmail(), randomUUID()];
      const responses = await Promise.all(Array.from({ length: 4 }, () => send(email, key)));
      expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
      expect(service.mail.mailsTo(email)).toHaveLength(1);
    });

    it('A reused Idempotency-Key with another payload gets 422, and each mailbox has separate keys', async () => {
      const [email, key] = [newEmail(), randomUUID()];
      await send(email, key);
      expect(await send(email, key, { name: 'Ada' })).toMatchObject({
        status: 422,
        body: { error: 'idempotency_key_reused' },
      });
      expect((await send(newEmail(), key)).headers.get('idempotent-replayed')).toBeNull();
    });

    it('A link request whose Idempotency-Key is not a UUID gets 400 validation_error', async () => {
      const response = await send(newEmail(), 'again');
      expect(response).toMatchObject({ status: 400, body: { meta: { issues: [{ path: 'Idempotency-Key' }] } } });
    });
  });

  describe('POST /v1/auth/magic-link/verify', () => {
    it('Verifying a link for a new address creates a user and an organization on the sandbox plan with the requested names', async () => {
      const email = newEmail();
      const token = await service.newToken(email, { name: 'Ada Lovelace', organization_name: 'Analytical Engines' });
      expect(await queryDatabase('live', 'SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);
      const { status, body, headers } = await service.verify(token);
      expect(status).toBe(200);
      const { organization_id, user } = body.data;
      expect(body.data).toEqual({
        user: {
          user_id: expect.any(String) as string,
          email,
          name: 'Ada Lovelace',
          email_verified: true,
          last_login_at: expect.any(String) as string,
          role: 'owner',
        },
        organization: { organization_id, name: 'Analytical Engines', plan_tier: 'sandbox' },
        organization_id,
        plan_tier: 'sandbox',
        scopes: [
          'simulations:read',
          'simulations:write',
          'case_studies:read',
          'case_studies:write',
          'keys:read',
          'keys:write',
        ],
        auth: { method: 'session', tier: 'sandbox', key_id: null, expires_at: expect.any(String) as string },
      });
      expect(user?.user_id).not.toBe(organization_id);
      expect(headers.get('cache-control')).toBe('no-store');
      const mirrored = await queryDatabase('sandbox', 'SELECT name, plan_tier FROM organizations WHERE id = $1', [
        organization_id,
      ]);
      expect(mirrored).toEqual([{ name: 'Analytical Engines', plan_tier: 'sandbox' }]);
      expect(await queryDatabase('sandbox', 'SELECT 1 FROM users WHERE email = $1', [email])).toEqual([]);
    });

    it('A new user and organization without requested names get names from the email address', async () => {
      const email = newEmail();
      const { body } = await service.verify(await service.newToken(email));
      const [local] = email.split('@');
      expect(body.data.user?.name).toBe(local);
      expect(body.data.organization.name).toBe(local);
    });

    it('Verifying a link for an existing account ignores the names of the request', async () => {
      const email = newEmail();
      const first = await service.verify(await service.newToken(email, { name: 'Ada' }));
      const second = await service.verify(await service.newToken(email, { name: 'Eve', organization_name: 'Evil' }));
      expect(second.body.data.user).toMatchObject({ user_id: first.body.data.user?.user_id, name: 'Ada' });
      expect(second.body.data.organization).toEqual(first.body.data.organization);
    });

    it('Verify returns the plan of the organization and its tier', async () => {
      const email = newEmail();
      const { response } = await service.signIn(email);
      await setPlan(response.body.data.organization_id, 'growth');
      const { body } = await service.verify(await service.newToken(email));
      expect(body.data).toMatchObject({ plan_tier: 'growth', auth: { tier: 'live' } });
    });

    it.each<[string, unknown, string]>([
      ['no token', {}, 'token'],
      ['a token that is not a string', { token: 5 }, 'token'],
      ['an empty token', { token: '' }, 'token'],
      ['a token that is too long', { token: 'x'.repeat(201) }, 'token'],
      ['an unknown field', { token: 'x', email: 'a@example.com' }, 'email'],
    ])('Verifying with %s gets 400 validation_error with the path of the field', async (_, body, path) => {
      const response = await service.post(verifyPath, body);
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'validation_error', meta: { issues: [{ path }] } },
      });
    });

    it('Verify ignores an Idempotency-Key, so repeating it never starts a session', async () => {
      const token = await service.newToken(newEmail());
      const headers = { 'idempotency-key': randomUUID() };
      expect((await service.post(verifyPath, { token }, headers)).status).toBe(200);
      expect((await service.post(verifyPath, { token }, headers)).status).toBe(401);
    });

    it('The eleventh verify per minute from one network address gets 429', async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const statuses = [];
      for (let count = 0; count < 11; count++)
        statuses.push((await service.post(verifyPath, { token: 'x' }, headers)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    });
  });

  describeInFullLevel('a service without a mail server, a frontend and trusted proxies', () => {
    let plain: AuthService;
    beforeAll(async () => {
      const unset = { SMTP_URL: '', SVC_FRONTEND_URL: '', SVC_TRUSTED_PROXIES: '' };
      plain = await AuthService.start({ ...unset, LOG_LEVEL: 'info' });
    });
    afterAll(() => plain.stop());

    it('Without SMTP_URL in development, the log contains the email, whose link works and leads to the page of the service', async () => {
      const email = newEmail();
      expect((await plain.post(requestPath, { email })).status).toBe(202);
      const { text } = JSON.parse(await plain.waitForLogLine(`mail to ${email}`)) as { text: string };
      expect(text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/callback\?token=/m);
      expect((await plain.verify(/token=([\w-]{43})/.exec(text)?.[1] ?? '')).status).toBe(200);
    });

    it('Without SVC_TRUSTED_PROXIES, X-Forwarded-For does not bypass the rate limit', async () => {
      const statuses = [];
      for (let count = 0; count < 11; count++) statuses.push((await plain.verify('x')).status);
      expect(statuses).toContain(429);
    });
  });
});

function fail(): never {
  throw new Error('the value is missing');
}
