import { setTimeout as sleep } from 'node:timers/promises';
import { AuthService, cookieOf, newEmail } from '../support/auth-service.js';
import { expectNoTokenUntilRetry, linkRequestPath } from '../support/email-failures.js';
import type { MailServer } from '../support/mail-server.js';

describe('failures of the email provider', () => {
  let service: AuthService<MailServer>;

  beforeAll(async () => {
    service = await AuthService.start();
  });
  afterAll(() => service.stop());
  afterEach(() => {
    service.mail.behavior = 'accepts';
  });

  it('When the mail server never finishes its response, the service deletes the link token and responds 503, and a retry sends a new link', () =>
    expectNoTokenUntilRetry(service, 'never finishes its response'));

  it('While the mail server hangs, 24 concurrent requests all fail over at most 4 connections, and other requests get responses', async () => {
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
  });
});
