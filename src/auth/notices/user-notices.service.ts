import { Injectable } from '@nestjs/common';
import { Owners } from '../../organizations/owners.service.js';
import type { AccountChange } from '../../platform/outbox/outbox.js';
import { minuteOf, noticeMail } from '../../platform/mail/notice.js';

/** Notifies users of changes to their accounts. Rejects if the mail server is unavailable. The caller should retry. */
@Injectable()
export class UserNotices {
  constructor(private readonly owners: Owners) {}

  signedIn(change: AccountChange): Promise<void> {
    const cause = `A browser that had not signed in before signed in to your Simulation Service account ${sourceOf(change)}.`;
    return this.send('New sign-in', cause, change.user_id);
  }

  passwordChanged(change: AccountChange): Promise<void> {
    const cause = `The password of your Simulation Service account was changed ${sourceOf(change)}. All other sessions have ended.`;
    return this.send('Password changed', cause, change.user_id);
  }

  private send(subject: string, cause: string, userId: string): Promise<void> {
    return this.owners.notifyUser(userId, (to) => noticeMail({ to, subject, paragraphs: [cause, next] }));
  }
}

const next =
  'If this was you, no action is needed. If not, reset your password with an email link (POST /v1/auth/password/reset), which ends all sessions. Then check your API keys (GET /v1/api-keys) and GET /v1/audit-log.';

const sourceOf = ({ address, browser, at }: AccountChange) =>
  `at ${minuteOf(new Date(at))} from the network address ${address} (${browser})`;
