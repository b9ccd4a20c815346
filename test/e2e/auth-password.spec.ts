import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { itInFullLevel, sampleSize } from '../support/full-level.js';
import { newAddress } from '../support/new-address.js';
import { runFile } from '../support/shared-service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const password = 'a quiet sentence';
const signUpPath = '/v1/auth/password/signup';
const logInPath = '/v1/auth/password/login';
const me = '/v1/auth/me';

describe('password authentication', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  const signUp = (email: string, more: Record<string, unknown> = {}) =>
    service.post(signUpPath, { email, password, name: 'Ada', organization_name: 'Engines', ...more });
  const logIn = (email: string, secret = password) => service.post(logInPath, { email, password: secret });

  describe('POST /v1/auth/password/signup', () => {
    it('Sign-up by password returns 201 with a session cookie and leaves the email address unverified', async () => {
      const email = newEmail();
      const response = await signUp(email.toUpperCase());
      expect(response.status).toBe(201);
      expect(response.body.data).toMatchObject({
        user: { email, name: 'Ada', email_verified: false, last_login_at: expect.any(String) as string },
        organization: { name: 'Engines', plan_tier: 'sandbox' },
        plan_tier: 'sandbox',
        auth: { method: 'session', tier: 'sandbox', key_id: null },
      });
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { body } = await service.withSession(me, cookieOf(response));
      expect(body.data).toEqual(response.body.data);
      const { organization_id: id } = response.body.data;
      expect(await queryDatabase('sandbox', 'SELECT name FROM organizations WHERE id = $1', [id])).toEqual([
        { name: 'Engines' },
      ]);
    });

    it('Sign-up stores the password only as an argon2id hash with at least 19 MiB and 2 passes', async () => {
      const email = newEmail();
      await signUp(email);
      const [{ row, hash } = fail()] = await queryDatabase<{ row: string; hash: string }>(
        'live',
        'SELECT u::text AS row, password_hash AS hash FROM users u WHERE email = $1',
        [email],
      );
      const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
      expect(Number(m)).toBeGreaterThanOrEqual(19_456);
      expect(Number(t)).toBeGreaterThanOrEqual(2);
      expect(row).not.toContain(password);
    });

    it('Sign-up with an address that is registered by password or by link gets 409 email_already_registered', async () => {
      const byPassword = newEmail();
      await signUp(byPassword);
      const byLink = newEmail();
      await service.signIn(byLink);
      for (const email of [byPassword, byPassword.toUpperCase(), byLink]) {
        const response = await signUp(email);
        expect(response).toMatchObject({ status: 409, body: { error: 'email_already_registered' } });
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    });

    it('Concurrent sign-ups for one address, by password or by link, create exactly one account', async () => {
      for (let round = 0; round < sampleSize(1, 5); round++) {
        const email = newEmail();
        const responses = await Promise.all([signUp(email), signUp(email)]);
        expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
        const other = newEmail();
        const token = await service.newToken(other);
        const [link, form] = await Promise.all([service.verify(token), signUp(other)]);
        expect(link.status).toBe(200);
        expect([201, 409]).toContain(form.status);
        for (const address of [email, other]) {
          expect(await queryDatabase('live', 'SELECT 1 FROM users WHERE email = $1', [address])).toHaveLength(1);
        }
      }
    });

    it.each<[string, Record<string, unknown>, string]>([
      ['a password of 9 characters', { password: 'nine char' }, 'password'],
      ['a password of 201 characters', { password: 'xy'.repeat(100) + 'z' }, 'password'],
      ['a very common password', { password: 'Password123' }, 'password'],
      ['a password that is not a string', { password: 1234567890 }, 'password'],
      ['no password', { password: undefined }, 'password'],
      ['no name', { name: undefined }, 'name'],
      ['no organization name', { organization_name: undefined }, 'organization_name'],
      ['a long name', { name: 'x'.repeat(201) }, 'name'],
      ['a name with NUL', { name: 'x\u0000' }, 'name'],
      ['no address', { email: undefined }, 'email'],
      ['an invalid address', { email: 'ada@' }, 'email'],
      ['an unknown field', { plan_tier: 'growth' }, 'plan_tier'],
    ])('Sign-up with %s gets 400 validation_error with the path of the field', async (_, body, path) => {
      const response = await signUp(newEmail(), body);
      expect(response).toMatchObject({
        status: 400,
        body: { error: 'validation_error', meta: { issues: [{ path }] } },
      });
    });

    it('Passwords of 10 to 200 characters are accepted and work for login in any Unicode normalization form', async () => {
      const ten = 'é🔑🔒 äöüß78';
      const twoHundred = '🔑x'.repeat(100);
      expect([[...ten].length, [...twoHundred].length]).toEqual([10, 200]);
      for (const [set, typed] of [
        [ten.normalize('NFC'), ten.normalize('NFD')],
        [twoHundred, twoHundred],
      ] as const) {
        const email = newEmail();
        expect((await signUp(email, { password: set })).status).toBe(201);
        expect((await logIn(email, typed)).status).toBe(200);
      }
    });

    it('The sixth sign-up per minute from one network address gets 429 rate_limited with Retry-After', async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const responses = [];
      for (let count = 0; count < 6; count++) responses.push(await service.post(signUpPath, {}, headers));
      expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
      expect(responses[5]?.body.error).toBe('rate_limited');
      expect(responses[5]?.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    });
  });

  describe('POST /v1/auth/password/login', () => {
    it('Login by password returns 200 with a new session and updates last_login_at', async () => {
      const email = newEmail();
      const before = await signUp(email);
      const response = await logIn(email.toUpperCase());
      expect(response.status).toBe(200);
      expect(response.body.data.user?.user_id).toBe(before.body.data.user?.user_id);
      const [first, second] = [before, response].map(({ body }) => Date.parse(body.data.user?.last_login_at ?? ''));
      expect(second).toBeGreaterThan(first ?? Infinity);
      expect(cookieOf(response)).not.toBe(cookieOf(before));
      expect((await service.withSession(me, cookieOf(response))).status).toBe(200);
    });

    it('A wrong password, an unknown address and an account without a password get the same 401 invalid_credentials', async () => {
      const [known, byLink] = [newEmail(), newEmail()];
      await signUp(known);
      await service.signIn(byLink);
      const responses = [
        await logIn(known, 'another sentence'),
        await logIn(known, `${password} `),
        await logIn(newEmail()),
        await logIn(byLink),
      ];
      const texts = responses.map(({ text, body }) => text.replace(body.meta.request_id ?? '', ''));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
      expect(new Set(texts).size).toBe(1);
      expect(responses[0]?.body.error).toBe('invalid_credentials');
      expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
    });

    it('The sixth login per minute from one network address gets 429, even with the correct password', async () => {
      const email = newEmail();
      await signUp(email);
      const headers = { 'x-forwarded-for': newAddress() };
      const statuses = [];
      for (let count = 0; count < 5; count++) {
        statuses.push((await service.post(logInPath, { email, password: 'x' }, headers)).status);
      }
      statuses.push((await service.post(logInPath, { email, password }, headers)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });

    it('The eleventh wrong password for one email address gets 429 email_link_required, whether or not the account exists', async () => {
      const [registered, unknown] = [newEmail(), newEmail()];
      await signUp(registered);
      for (const email of [registered, unknown]) {
        const errors = [];
        for (let count = 0; count < 11; count++) {
          errors.push((await service.post(logInPath, { email, password: 'x' })).body.error);
        }
        expect(errors).toEqual([...Array<string>(10).fill('invalid_credentials'), 'email_link_required']);
      }
    });
  });

  describe('the first sign-in link of an unverified address', () => {
    it('The first sign-in link of an unverified address removes the password and all sessions, which a third party may have created', async () => {
      const email = newEmail();
      const earlierSessions = [cookieOf(await signUp(email)), cookieOf(await logIn(email))];
      const owner = await service.signIn(email);
      expect(owner.response.body.data.user).toMatchObject({ email_verified: true });
      for (const cookie of earlierSessions) expect((await service.withSession(me, cookie)).status).toBe(401);
      expect((await logIn(email)).status).toBe(401);
      expect((await service.withSession(me, owner.cookie)).status).toBe(200);
    });

    itInFullLevel(
      'The first sign-in link also ends sessions that concurrent logins start in another process',
      async () => {
        const redis = await TcpProxy.start(runFile().redis_url);
        const other = await AuthService.start({ REDIS_URL: redis.url });
        let signedIn = 0;
        // On a busy machine, the first rounds can end before a login has checked its password.
        for (let round = 0; round < 4 || (signedIn === 0 && round < 40); round++) {
          const email = newEmail();
          expect((await signUp(email)).status).toBe(201);
          const token = await service.newToken(email);
          // Redis hangs for the other process when its logins have checked the password and create their sessions.
          const racing = Array.from({ length: 8 }, () => other.post(logInPath, { email, password }));
          await sleep(10 + 10 * round);
          redis.set('hang');
          await sleep(100);
          const owner = service.verify(token);
          await sleep(300);
          redis.set('pass');
          const logins = (await Promise.all(racing)).filter(({ status }) => status === 200).map(cookieOf);
          expect((await owner).status).toBe(200);
          signedIn += logins.length;
          for (const cookie of logins) expect((await service.withSession(me, cookie)).status).toBe(401);
          expect((await service.withSession(me, cookieOf(await owner))).status).toBe(200);
        }
        // Otherwise no login raced.
        expect(signedIn).toBeGreaterThan(0);
        await other.stop();
        await redis.stop();
      },
    );

    it('Later sign-in links of an address do not end its sessions', async () => {
      const { cookie, response } = await service.signIn();
      await service.signIn(response.body.data.user?.email);
      expect((await service.withSession(me, cookie)).status).toBe(200);
    });
  });
});

function fail(): never {
  throw new Error('the value is missing');
}
