import { Redis } from 'ioredis';
import { addAttempts, attemptLogOf } from '../support/attempts.js';
import { AuthService, newEmail } from '../support/auth-service.js';
import { expectNoTokenUntilRetry, linkRequestPath, linkTokensOf } from '../support/email-failures.js';
import { MembersClient } from '../support/members.js';
import type { MailServer, MailServerBehavior } from '../support/mail-server.js';
import { runFile } from '../support/shared-service.js';

describe('failures of the email provider', () => {
  let service: AuthService<MailServer>;

  beforeAll(async () => {
    service = await AuthService.start();
  });
  afterAll(() => service.stop());
  afterEach(() => {
    service.mail.behavior = 'accepts';
  });

  it.each<MailServerBehavior>(['refuses the recipient', 'refuses the mail', 'drops the connection', 'hangs'])(
    'When the mail server %s, the service deletes the link token and responds 503, and a retry sends a new link',
    (behavior) => expectNoTokenUntilRetry(service, behavior),
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

  // The last test, because it stops the mail server.
  it('A link request gets 503 and leaves no token when no mail server listens at the configured address', async () => {
    await service.mail.stop();
    const email = newEmail();
    const response = await service.post(linkRequestPath, { email });
    expect(response).toMatchObject({ status: 503, body: { error: 'email_delivery_failed' } });
    expect(await linkTokensOf(email)).toEqual([]);
  });
});
