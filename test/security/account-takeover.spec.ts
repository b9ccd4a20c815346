import { ApiClient } from '../support/api-client.js';
import { AuthService, browserCookieOf, cookieOf, newEmail } from '../support/auth-service.js';
import { runSharedCommand } from '../support/shared-commands.js';
import { newCaller } from '../support/shared-service.js';

const me = '/v1/auth/me';
const sessionsPath = '/v1/auth/sessions';
const firstPassword = 'a quiet sentence';
const newPassword = 'seven quiet otters';

interface SessionRecord {
  session_id: string;
  current: boolean;
  browser: string | null;
}

describe('takeover of an account', () => {
  let service: AuthService;

  beforeAll(async () => (service = await AuthService.shared()));

  const reset = async (email: string, password: string, headers = {}) => {
    const token = await service.newToken(email);
    return service.post('/v1/auth/password/reset', { token, new_password: password }, headers);
  };
  const change = (cookie: string, current: string, password: string) =>
    service.withSession<{ changed: true }>('/v1/auth/password/change', cookie, {
      method: 'POST',
      json: { current_password: current, new_password: password },
    });
  const logIn = (email: string, password: string, headers = {}) =>
    service.post('/v1/auth/password/login', { email, password }, headers);
  const statusOf = async (cookie: string) => (await service.withSession(me, cookie)).status;
  const list = async (cookie: string) => (await service.withSession<SessionRecord[]>(sessionsPath, cookie)).body.data;

  it('A password reset by link ends all sessions and the old password, and a rejected password leaves the link valid', async () => {
    const email = newEmail();
    const earlier = cookieOf(await reset(email, firstPassword));
    const token = await service.newToken(email);
    const path = '/v1/auth/password/reset';
    for (const weak of ['password123', 'Simulation-Service-1', email]) {
      const rejected = await service.post(path, { token, new_password: weak });
      expect(rejected).toMatchObject({ status: 400, body: { meta: { issues: [{ path: 'new_password' }] } } });
    }
    expect(await statusOf(earlier)).toBe(200);
    const accepted = await service.post(path, { token, new_password: newPassword });
    expect(accepted.status).toBe(200);
    expect([await statusOf(earlier), await statusOf(cookieOf(accepted))]).toEqual([401, 200]);
    expect((await logIn(email, firstPassword)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    expect((await service.post(path, { token, new_password: 'another long phrase' })).status).toBe(401);
  });

  it('A password change requires the current password and ends all other sessions', async () => {
    const email = newEmail();
    const own = cookieOf(await reset(email, firstPassword));
    const other = cookieOf(await logIn(email, firstPassword));
    expect(await change(own, 'a wrong password', newPassword)).toMatchObject({
      status: 403,
      body: { error: 'current_password_wrong' },
    });
    expect(await statusOf(other)).toBe(200);
    const changed = await change(own, firstPassword, newPassword);
    expect(changed).toMatchObject({ status: 200, body: { data: { changed: true } } });
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401]);
    expect((await logIn(email, firstPassword)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  it('Of concurrent password changes, exactly one succeeds', async () => {
    const email = newEmail();
    const own = cookieOf(await reset(email, firstPassword));
    const passwords = [0, 1, 2].map((index) => `seven quiet otters ${index}`);
    const responses = await Promise.all(passwords.map((password) => change(own, firstPassword, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('A browser that was known before a password reset has no count of its own afterwards', async () => {
    const email = newEmail();
    const stolen = browserCookieOf(await reset(email, firstPassword));
    await reset(email, newPassword);
    const guesses = Array.from({ length: 11 }, () => logIn(email, 'a wrong guess', {}));
    await Promise.all(guesses);
    expect((await logIn(email, newPassword, { cookie: stolen })).body.error).toBe('email_link_required');
  });

  it('A sign-in ends the session that the request presents', async () => {
    const email = newEmail();
    const earlier = cookieOf(await reset(email, firstPassword));
    const next = cookieOf(await logIn(email, firstPassword, { cookie: earlier }));
    expect([await statusOf(earlier), await statusOf(next)]).toEqual([401, 200]);
    const token = await service.newToken(newEmail());
    const other = await service.post('/v1/auth/magic-link/verify', { token }, { cookie: next });
    expect([await statusOf(next), await statusOf(cookieOf(other))]).toEqual([401, 200]);
  });

  it('A user can list and end own sessions, and cannot see or end sessions of another user', async () => {
    const email = newEmail();
    const [first, second] = [(await service.signIn(email)).cookie, (await service.signIn(email)).cookie];
    const stranger = (await service.signIn()).cookie;
    const sessions = await list(first);
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = sessions.find(({ current }) => !current)?.session_id ?? '';
    const end = (cookie: string, id: string) =>
      service.withSession(`${sessionsPath}/${id}`, cookie, { method: 'DELETE' });
    const foreign = await end(stranger, other);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'session_not_found' } });
    const missing = await end(stranger, `ses_${'0'.repeat(32)}`);
    const textOf = ({ text, body }: typeof missing) => text.replace(body.meta.request_id ?? '', '');
    expect([missing.status, textOf(missing)]).toEqual([404, textOf(foreign)]);
    expect(await statusOf(second)).toBe(200);
    expect((await end(first, other)).status).toBe(200);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
    expect((await end(first, other)).status).toBe(404);
  });

  it('Ending all other sessions leaves only the session of the request', async () => {
    const email = newEmail();
    const [own, other] = [(await service.signIn(email)).cookie, (await service.signIn(email)).cookie];
    const ended = await service.withSession(sessionsPath, own, { method: 'DELETE' });
    expect(ended).toMatchObject({ status: 200, body: { data: { ended: 1 } } });
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401]);
  });

  it('An API key cannot read sessions or change a password', async () => {
    const { key } = await newCaller();
    const api = new ApiClient(service.url, key);
    expect((await api.call(sessionsPath)).body.error).toBe('session_required');
    const json = { current_password: firstPassword, new_password: newPassword };
    const ended = await api.call(`${sessionsPath}/ses_${'0'.repeat(32)}`, { method: 'DELETE' });
    expect(ended).toMatchObject({ status: 404, body: { error: 'session_not_found' } });
    const changed = await api.call('/v1/auth/password/change', { method: 'POST', json });
    expect(changed).toMatchObject({ status: 403, body: { error: 'session_required' } });
  });

  it('An operator can end all sessions of a user with the CLI', async () => {
    const email = newEmail();
    const { cookie } = await service.signIn(email);
    const { code, stdout } = await runSharedCommand('sessions', 'end', '--email', email);
    expect([code, stdout]).toEqual([0, '1 sessions of 1 users ended.\n']);
    expect(await statusOf(cookie)).toBe(401);
    expect((await runSharedCommand('sessions', 'end', '--email', newEmail())).code).toBe(1);
  });
});
