import { randomUUID } from 'node:crypto';
import { AuthService, cookieOf, newEmail, queryDatabase } from '../support/auth-service.js';

const requestPath = '/v1/auth/magic-link/request';

describe('sign-in links of a service with SVC_DEBUG=1', () => {
  let service: AuthService;
  let debugging: AuthService;

  beforeAll(async () => {
    service = await AuthService.shared();
    debugging = await AuthService.start({ SVC_DEBUG: '1', LOG_LEVEL: 'trace' });
  });
  afterAll(() => debugging.stop());

  it('The session cookie is Secure unless SVC_DEBUG=1, because some browsers do not store such a cookie from http://localhost', async () => {
    const [secure, plain] = [await service.signIn(), await debugging.signIn()];
    expect(secure.response.headers.getSetCookie()[0]).toMatch(/; Secure/);
    expect(plain.response.headers.getSetCookie()[0]).not.toMatch(/; Secure/);
  });

  it('With SVC_DEBUG=1 the response and its replay contain the link, which is not stored', async () => {
    const email = newEmail();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await debugging.post<{ magic_link: string }>(requestPath, { email }, headers);
    const { magic_link: shown } = first.body.data;
    expect(debugging.mail.mailsTo(email)[0]?.text).toContain(shown);
    const replay = await debugging.post<{ magic_link: string }>(requestPath, { email }, headers);
    expect(replay.body.data.magic_link).toBe(shown);
    const token = new URL(shown).searchParams.get('token') ?? '';
    const records = await queryDatabase(
      'live',
      'SELECT body::text FROM idempotency_records ORDER BY created_at DESC LIMIT 20',
    );
    expect(JSON.stringify(records)).not.toContain(token);
    expect((await debugging.verify(token)).status).toBe(200);
  });

  it('The log contains no link tokens or session cookies, even at level trace and with SVC_DEBUG=1', async () => {
    const token = await debugging.newToken(newEmail());
    const response = await debugging.verify(token);
    const { headers } = await debugging.withSession('/v1/auth/me', cookieOf(response));
    await debugging.waitForLogLine(headers.get('x-request-id') ?? '');
    const log = debugging.log.join('');
    expect(log).toContain('/v1/auth/magic-link/verify');
    expect(log).not.toContain(token);
    expect(log).not.toContain(cookieOf(response).slice('svc_session='.length));
  });
});
