import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ApiResponse } from '../support/api-client.js';
import { addAttempts, attemptLogOf } from '../support/attempts.js';
import { AuthService, browserCookieOf, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';
import { runFile } from '../support/shared-service.js';

const password = 'a quiet sentence';
const logInPath = '/v1/auth/password/login';

describe('guessing of passwords', () => {
  let service: AuthService;
  let redis: Redis;

  beforeAll(async () => {
    service = await AuthService.shared();
    redis = new Redis(runFile().redis_url);
  });
  afterAll(() => redis.disconnect());

  /** A verified account with a password, and a browser that signed in to it. */
  async function ownedAccount(): Promise<{ email: string; browser: string }> {
    const email = newEmail();
    const link = await service.signIn(email);
    const other = newEmail();
    await service.post('/v1/auth/password/signup', {
      email: other,
      password,
      name: 'Ada',
      organization_name: 'Engines',
    });
    const move = 'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = $2) WHERE email = $1';
    await queryDatabase('live', move, [email, other]);
    return { email, browser: browserCookieOf(link.response) };
  }
  const logIn = (email: string, secret: string, cookie?: string) =>
    service.post(logInPath, { email, password: secret }, cookie === undefined ? {} : { cookie });
  const guess = (email: string, count: number, cookie?: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => logIn(email, `wrong guess ${index}`, cookie)));
  const errorsOf = (responses: ApiResponse[]) => {
    const counts: Record<string, number> = {};
    for (const { body } of responses) counts[body.error ?? 'none'] = (counts[body.error ?? 'none'] ?? 0) + 1;
    return counts;
  };

  it('Concurrent guesses from many addresses cannot test more than 10 passwords of an account in an hour', async () => {
    const { email, browser } = await ownedAccount();
    const responses = await guess(email, 30);
    expect(errorsOf(responses)).toEqual({ invalid_credentials: 10, email_link_required: 20 });
    const correct = await logIn(email, password);
    expect(correct).toMatchObject({ status: 429, body: { error: 'email_link_required' } });
    expect(Number(correct.headers.get('retry-after'))).toBeGreaterThan(3_000);
    // The owner is not locked out: neither from a known browser, nor with a link.
    expect((await logIn(email, password, browser)).status).toBe(200);
    expect((await service.signIn(email)).response.status).toBe(200);
  });

  it('An unknown address gets the same responses as an account, so that the limit does not reveal accounts', async () => {
    const responses = await guess(newEmail(), 12);
    expect(errorsOf(responses)).toEqual({ invalid_credentials: 10, email_link_required: 2 });
  });

  it('A client cannot test more than 100 passwords of an account in a day, even if it pauses each hour', async () => {
    const { email } = await ownedAccount();
    await addAttempts(redis, attemptLogOf('password', email), 98, 7_200);
    const responses = await guess(email, 6);
    expect(errorsOf(responses)).toEqual({ invalid_credentials: 2, email_link_required: 4 });
    const rejected = responses.find(({ status }) => status === 429);
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(70_000);
  });

  it('Correct passwords do not count as guesses', async () => {
    const { email } = await ownedAccount();
    await addAttempts(redis, attemptLogOf('password', email), 9, 60);
    for (let round = 0; round < 3; round++) expect((await logIn(email, password)).status).toBe(200);
    expect(errorsOf(await guess(email, 2))).toEqual({ invalid_credentials: 1, email_link_required: 1 });
  });

  it('A stolen browser cookie allows 10 guesses, and a forged one or one of another account allows none', async () => {
    const [account, other] = [await ownedAccount(), await ownedAccount()];
    await addAttempts(redis, attemptLogOf('password', account.email), 10, 60);
    const stolen = await guess(account.email, 12, account.browser);
    expect(errorsOf(stolen)).toEqual({ invalid_credentials: 10, email_link_required: 2 });
    const start = 'svc_browser='.length;
    const unsigned = `svc_browser=${'A'.repeat(43)}${account.browser.slice(start + 43)}`;
    const renamed = account.browser.replace(/\.(?=\d+$)/, 'x.');
    for (const cookie of [unsigned, renamed, other.browser, 'svc_browser=', `svc_browser=${'~'.repeat(500)}`]) {
      expect(errorsOf(await guess(account.email, 1, cookie))).toEqual({ email_link_required: 1 });
    }
  });

  it('A sign-in to an unverified account does not make the browser known', async () => {
    const email = newEmail();
    const form = { email, password, name: 'Ada', organization_name: 'Engines' };
    for (const response of [await service.post('/v1/auth/password/signup', form), await logIn(email, password)]) {
      expect(response.headers.getSetCookie()).toHaveLength(1);
      expect(cookieOf(response)).toMatch(/^svc_session=/);
    }
  });

  it('The browser cookie is unreadable for scripts, is sent to sign-in routes only, and contains neither address nor user id', async () => {
    const { response } = await service.signIn();
    const [, cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^svc_browser=[\w.~-]+; Max-Age=15552000; Path=\/v1\/auth; HttpOnly; /);
    expect(cookie).toContain('SameSite=Lax');
    const { user_id } = response.body.data.user ?? fail();
    expect(cookie).not.toContain(user_id);
    expect(cookie).not.toContain('person');
  });

  it('One browser can be known for four accounts', async () => {
    const emails = [newEmail(), newEmail(), newEmail(), newEmail()];
    let cookie = '';
    for (const email of emails) {
      const token = await service.newToken(email);
      const response = await service.post('/v1/auth/magic-link/verify', { token }, cookie === '' ? {} : { cookie });
      cookie = browserCookieOf(response);
    }
    for (const email of emails) {
      await addAttempts(redis, attemptLogOf('password', email), 10, 60);
      expect(errorsOf(await guess(email, 1, cookie))).toEqual({ invalid_credentials: 1 });
    }
  });

  describe('sign-in links', () => {
    const request = (email: string, headers = {}) => service.post('/v1/auth/magic-link/request', { email }, headers);
    const resetMinute = async () => {
      const keys = await redis.keys('rate:email:*');
      if (keys.length > 0) await redis.del(keys);
    };

    it('Concurrent clients cannot send more than 5 links in an hour to one mailbox', async () => {
      const email = newEmail();
      const first = await Promise.all(Array.from({ length: 3 }, () => request(email)));
      await resetMinute();
      const second = await Promise.all(Array.from({ length: 5 }, () => request(email)));
      const statuses = [...first, ...second].map(({ status }) => status).sort();
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
      const rejected = second.find(({ status }) => status === 429);
      expect(rejected?.body.error).toBe('rate_limited');
      expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(3_000);
      expect(service.mail.mailsTo(email)).toHaveLength(5);
    });

    it('Concurrent clients cannot send more than 20 links in a day to one mailbox', async () => {
      const email = newEmail();
      await addAttempts(redis, attemptLogOf('link:email', email), 18, 7_200);
      const responses = await Promise.all(Array.from({ length: 5 }, () => request(email)));
      expect(responses.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429, 429]);
      const rejected = responses.find(({ status }) => status === 429);
      expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(70_000);
    });

    it('A third party that uses up the links of a mailbox cannot keep a known browser from requesting one', async () => {
      const email = newEmail();
      const cookie = browserCookieOf((await service.signIn(email)).response);
      await Promise.all(Array.from({ length: 8 }, () => request(email)));
      expect((await request(email)).status).toBe(429);
      expect((await request(email, { cookie })).status).toBe(202);
    });

    it('Repeated responses do not count', async () => {
      const email = newEmail();
      await addAttempts(redis, attemptLogOf('link:email', email), 3, 60);
      const key = { 'idempotency-key': randomUUID() };
      expect((await request(email, key)).status).toBe(202);
      expect((await request(email, key)).status).toBe(202);
      await resetMinute();
      expect((await request(email)).status).toBe(202);
      expect((await request(email)).status).toBe(429);
    });

    it('Loopback clients of a server that is not in production have only the limit per minute', async () => {
      const email = newEmail();
      const headers = { 'x-forwarded-for': '127.0.0.1' };
      for (let count = 0; count < 7; count++) {
        await resetMinute();
        const keys = await redis.keys('rate:address:magic-link:127.0.0.1');
        if (keys.length > 0) await redis.del(keys);
        expect((await request(email, headers)).status).toBe(202);
      }
    });
  });
});

function fail(): never {
  throw new Error('the value is missing');
}
