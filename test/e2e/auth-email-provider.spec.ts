import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { addAttempts, attemptLogOf } from '../support/attempts.js';
import { AuthService, newEmail, cookieOf, queryDatabase } from '../support/auth-service.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { type MailServer, type MailServerBehavior, tokenIn } from '../support/mail-server.js';
import { MembersClient } from '../support/members.js';
import { runFile } from '../support/shared-service.js';

const linkRequestPath = '/v1/auth/magic-link/request';
const linkTokensOf = (email: string) =>
  queryDatabase('live', 'SELECT 1 FROM magic_link_tokens WHERE email = $1', [email]);

describe('failures of the email provider', () => {
  let service: AuthService<MailServer>;

  beforeAll(async () => {
    service = await AuthService.start();
  });
  afterAll(() => service.stop());
  afterEach(() => {
    service.mail.behavior = 'accepts';
  });

  const behaviors = rowsOf<MailServerBehavior>(
    ['refuses the recipient', 'refuses the mail', 'drops the connection', 'hangs'],
    ['never finishes its response'],
  );
  it.each(behaviors)(
    'When the mail server %s, the service deletes the link token and responds 503, and a retry sends a new link',
    async (behavior) => {
      const email = newEmail();
      const headers = { 'idempotency-key': randomUUID() };
      service.mail.behavior = behavior;
      const failed = await service.post(linkRequestPath, { email }, headers);
      expect(failed).toMatchObject({ status: 503, body: { error: 'email_delivery_failed' } });
      expect(failed.headers.get('retry-after')).not.toBeNull();
      expect(await linkTokensOf(email)).toEqual([]);

      service.mail.behavior = 'accepts';
      const retry = await service.post(linkRequestPath, { email }, headers);
      expect(retry.status).toBe(202);
      expect(retry.headers.get('idempotent-replayed')).toBeNull();
      expect(await linkTokensOf(email)).toHaveLength(1);
      const [mail] = service.mail.mailsTo(email);
      expect((await service.verify(tokenIn(mail!))).status).toBe(200);
    },
  );

  it('Links that could not be sent do not count against the limit of 5 per hour', async () => {
    const email = newEmail();
    const redis = new Redis(runFile().redis_url);
    await addAttempts(redis, attemptLogOf('link:email', email), 4, 60);
    redis.disconnect();
    service.mail.behavior = 'refuses the recipient';
    expect((await service.post(linkRequestPath, { email })).status).toBe(503);
    service.mail.behavior = 'accepts';
    expect((await service.post(linkRequestPath, { email })).status).toBe(202);
    expect((await service.post(linkRequestPath, { email })).status).toBe(429);
  });

  it('An invitation that was not sent does not count against the limit of 5 per day and leaves the earlier one valid', async () => {
    const members = new MembersClient(service);
    const [owner, email] = [await members.newOwner(), newEmail()];
    const earlier = await members.newToken(owner, { email });
    service.mail.behavior = 'refuses the mail';
    for (let count = 0; count < 5; count++)
      expect(await members.invite(owner, { email })).toMatchObject({
        status: 503,
        body: { error: 'email_delivery_failed' },
      });
    service.mail.behavior = 'accepts';
    expect((await service.post('/v1/invitations/preview', { token: earlier })).status).toBe(200);
    expect((await members.invite(owner, { email })).status).toBe(201);
  });

  it('meta.correlation_id of the error response is in the log together with the cause', async () => {
    service.mail.behavior = 'refuses the recipient';
    const { body } = await service.post(linkRequestPath, { email: newEmail() });
    const id = body.meta['correlation_id'] as string;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const line = await service.waitForLogLine(id);
    expect(JSON.parse(line)).toMatchObject({
      correlation_id: id,
      error: { message: expect.stringContaining('no such mailbox') as string },
    });
    expect(body.meta.message).not.toContain('mailbox');
  });

  itInFullLevel(
    'While the mail server hangs, 24 concurrent requests all fail over at most 4 connections, and other requests get responses',
    async () => {
      service.mail.behavior = 'hangs';
      // A sign-up by password needs no mail.
      const body = { email: newEmail(), password: 'a quiet sentence', name: 'Ada', organization_name: 'Engines' };
      const cookie = cookieOf(await service.post('/v1/auth/password/signup', body));
      let waiting = 24;
      let served = 0;
      const requests = Array.from({ length: waiting }, () =>
        service.post(linkRequestPath, { email: newEmail() }).finally(() => waiting--),
      );
      while (waiting > 0) {
        expect((await service.withSession('/v1/auth/me', cookie)).status).toBe(200);
        served += 1;
        await sleep(200); // within the limit of the plan
      }
      // If mails blocked other requests, the first of these would complete only after all mails.
      expect(served).toBeGreaterThan(1);
      const responses = await Promise.all(requests);
      expect(new Set(responses.map(({ body }) => body.error))).toEqual(new Set(['email_delivery_failed']));
      expect(service.mail.maxConnections).toBeLessThanOrEqual(4);
    },
  );

  // The last test, because it stops the mail server.
  it('A link request gets 503 and leaves no token when no mail server listens at the configured address', async () => {
    await service.mail.stop();
    const email = newEmail();
    const response = await service.post(linkRequestPath, { email });
    expect(response).toMatchObject({ status: 503, body: { error: 'email_delivery_failed' } });
    expect(await linkTokensOf(email)).toEqual([]);
  });
});
