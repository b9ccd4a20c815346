import { randomUUID } from 'node:crypto';
import { newEmail, queryDatabase, type AuthService } from './auth-service.js';
import { tokenIn, type MailServer, type MailServerBehavior } from './mail-server.js';

export const linkRequestPath = '/v1/auth/magic-link/request';

/** The stored link tokens of an email address. */
export const linkTokensOf = (email: string): Promise<object[]> =>
  queryDatabase('live', 'SELECT 1 FROM magic_link_tokens WHERE email = $1', [email]);

/** Expects that a link request leaves no token while the mail server fails, and that a retry sends a new link. */
export async function expectNoTokenUntilRetry(
  service: AuthService<MailServer>,
  behavior: MailServerBehavior,
): Promise<void> {
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
}
