import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/caller.js';
import { Owners } from '../organizations/owners.service.js';
import { Databases } from '../platform/database/databases.service.js';
import { noticeMail, minuteOf } from '../platform/mail/notice.js';
import { AttemptLimiter, hourSeconds } from '../platform/rate-limit/attempt-limiter.service.js';

const maxPerHour = 10;

/** Notifies the owners of a new key. */
@Injectable()
export class NewKeyNotice {
  constructor(
    private readonly databases: Databases,
    private readonly owners: Owners,
    private readonly attempts: AttemptLimiter,
  ) {}

  /** Rejects if the mail server is unavailable. The caller should retry. */
  async send(tier: Tier, keyId: string): Promise<void> {
    const key = await this.databases.for(tier).apiKey.findUnique({ where: { id: keyId } });
    if (!key) return;
    const { organizationId, createdAt, rotatedFrom } = key;
    // A program that creates keys in a loop must not fill a mailbox.
    const windows = [{ max: maxPerHour, seconds: hourSeconds }];
    const attempt = await this.attempts.take(`new-key-notice:${organizationId}`, windows);
    if (!attempt.allowed) return;
    const origin = rotatedFrom === null ? '' : `, which replaces the key ${rotatedFrom}`;
    const cause = `An API key was created in your Simulation Service organization at ${minuteOf(createdAt)}: ${key.start}…${key.last4} (“${key.name}”, ${keyId}, ${tier} tier)${origin}.`;
    const next = `If you do not expect this key, revoke it (DELETE /v1/api-keys/${keyId}) and check GET /v1/audit-log. You get at most ${maxPerHour} of these emails in an hour; GET /v1/api-keys lists all keys.`;
    const notify = this.owners.notify(organizationId, (to) =>
      noticeMail({ to, subject: 'API key created', paragraphs: [cause, next] }),
    );
    await notify.catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
  }
}
