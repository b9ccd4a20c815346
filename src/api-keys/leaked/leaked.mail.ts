import type { Tier } from '../../common/identity/tier.js';
import { minuteOf } from '../../platform/mail/utc-minute.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { noticeMail } from '../../platform/mail/notice.js';

export interface LeakedMail {
  to: string;
  key: { id: string; name: string; start: string; last4: string };
  revokedAt: Date;
  tier: Tier;
}

/** Contains the name of the key, which its organization chose. The recipients are verified users of that organization. */
export function leakedMail({ to, key, revokedAt, tier }: LeakedMail): Mail {
  const what = `Somebody has shown us the whole of your API key ${key.start}…${key.last4} (“${key.name}”, ${key.id}, ${tier} tier). Whoever has it can act for you, so it was revoked at ${minuteOf(revokedAt)}, and no request with it has been let in since.`;
  const next =
    'Programs that use it are refused now: create a new key (POST /v1/api-keys) and give it to them. Then find out where the old one was to be seen: a repository, a log, a page. GET /v1/api-keys says when it was last used.';
  return noticeMail({ to, subject: 'An API key was revoked because it had leaked', paragraphs: [what, next] });
}
