import { randomUUID } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { browserCookieOf, cookieOf, type IdentityRecord } from '../support/auth-service.js';
import { MailServer, tokenIn } from '../support/mail-server.js';
import { TestBed } from '../support/test-bed.js';
import { waitUntil } from '../support/wait-until.js';

const email = 'owner@example.com';
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <b>Prize</b>' };

describe('emails about changes to an account', () => {
  let bed: TestBed;
  let mail: MailServer;
  let api: ApiClient;

  beforeAll(async () => {
    mail = await MailServer.start();
    bed = await TestBed.start({ SMTP_URL: mail.url });
    api = new ApiClient((await bed.startApi()).url);
    await bed.startWorker();
  });
  afterAll(async () => {
    await bed.stop();
    await mail.stop();
  });

  const post = <T>(path: string, json: unknown, headers = {}) =>
    api.call<T>(path, { method: 'POST', json, headers: { ...firefox, ...headers } });
  const newToken = async () => {
    await post('/v1/auth/magic-link/request', { email });
    const link = mail.mailsTo(email).findLast(({ text }) => text.includes('token='));
    if (!link) throw new Error('no link was sent');
    return tokenIn(link);
  };
  const mailsAbout = (text: string) => mail.mailsTo(email).filter((one) => one.text.includes(text));
  const waitForMail = (text: string) => waitUntil(`a mail contains ${text}`, () => mailsAbout(text).length > 0);

  it('The owner gets an email about a sign-in from an unknown browser, a new key and a new password, and none for a known browser', async () => {
    const first = await post('/v1/auth/magic-link/verify', { token: await newToken() });
    const known = browserCookieOf(first);
    await post('/v1/auth/magic-link/verify', { token: await newToken() }, { cookie: known });

    const keyHeaders = { cookie: cookieOf(first), 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() };
    const body = { name: 'Reports', scopes: ['simulations:read'], is_test: true };
    const key = await post<{ key_id: string }>('/v1/api-keys', body, keyHeaders);
    expect(key.status).toBe(201);
    await waitForMail(key.body.data.key_id);
    // The known browser signed in before the key was created. Its mail would have come by now.
    expect(mailsAbout('had not signed in before')).toEqual([]);

    await post('/v1/auth/magic-link/verify', { token: await newToken() });
    await waitForMail('had not signed in before');
    const [signIn] = mailsAbout('had not signed in before');
    expect(signIn?.text).toContain('(Firefox on Linux)');
    expect(signIn?.text).not.toContain('Prize');

    const reset = { token: await newToken(), new_password: 'seven quiet otters' };
    expect((await post('/v1/auth/password/reset', reset)).status).toBe(200);
    await waitForMail('password of your Simulation Service account was changed');
  });

  it('Owners get an email when a member joins, becomes an owner, or an owner is demoted or removed, and so does an owner who loses the role', async () => {
    const owner = cookieOf(await post('/v1/auth/magic-link/verify', { token: await newToken() }));
    const session = { cookie: owner, 'sec-fetch-site': 'same-origin' };
    const guest = 'guest@example.com';
    const access = { role: 'member', scopes: ['keys:read'] };
    expect((await post('/v1/invitations', { email: guest, ...access }, session)).status).toBe(201);
    const invitation = mail.mailsTo(guest).findLast(({ text }) => text.includes('token='));
    const joined = await post<IdentityRecord>('/v1/invitations/accept', { token: tokenIn(invitation!) });
    const path = `/v1/members/${joined.body.data.user?.user_id}`;
    const change = async (json: object) =>
      expect((await api.call(path, { method: 'PATCH', json, headers: session })).status).toBe(200);
    await waitForMail(`${guest} joined your organization as a member`);
    await change({ role: 'owner' });
    await waitForMail(`${guest} became an owner`);
    await change(access);
    await waitForMail(`${guest} is a member of your organization now`);
    await change({ role: 'owner' });
    expect((await api.call(path, { method: 'DELETE', headers: session })).status).toBe(200);
    await waitForMail(`${guest} was an owner of your organization and was removed`);
    const toGuest = (text: string) => () => mail.mailsTo(guest).some((one) => one.text.includes(text));
    await waitUntil('the demoted owner is notified', toGuest('no longer an owner'));
    await waitUntil('the removed owner is notified', toGuest('was removed'));
  });
});
