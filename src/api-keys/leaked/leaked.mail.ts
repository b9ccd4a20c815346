import type { Tier } from '../../common/identity/caller.js';
import { minuteOf, noticeMail } from '../../platform/mail/notice.js';
import type { Mail } from '../../platform/mail/mailers.js';

export interface LeakedMail {
  to: string;
  key: { id: string; name: string; start: string; last4: string };
  revokedAt: Date;
  tier: Tier;
}

/** Contains the name of the key, which its organization chose. The recipients are verified users of that organization. */
export function leakedMail({ to, key, revokedAt, tier }: LeakedMail): Mail {
  const what = `A third party reported your API key ${key.start}…${key.last4} (“${key.name}”, ${key.id}, ${tier} tier) as leaked. We revoked it at ${minuteOf(revokedAt)}, and requests with it now fail.`;
  const next =
    'Create a new key (POST /v1/api-keys) and update your programs. Then remove the old key from the place where it was visible, such as a repository, a log or a page. GET /v1/api-keys shows when the old key was last used, and GET /v1/audit-log shows changes that were made with it.';
  return noticeMail({ to, subject: 'API key revoked', paragraphs: [what, next] });
}
