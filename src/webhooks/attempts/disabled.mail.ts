import type { Tier } from '../../common/identity/tier.js';
import { minuteOf } from '../../platform/mail/utc-minute.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { noticeMail } from '../../platform/mail/notice.js';

export interface DisabledMail {
  to: string;
  endpoint: { id: string; url: string; failingSince: Date | null };
  reason: 'gone' | 'failing';
  tier: Tier;
}

/** Contains the URL of the endpoint, which its organization chose. The recipients are verified users of that organization. */
export function disabledMail({ to, endpoint, reason, tier }: DisabledMail): Mail {
  const what = `Simulation Service has disabled your webhook endpoint ${endpoint.id} in the ${tier} tier: ${endpoint.url}`;
  const why =
    reason === 'gone'
      ? 'It answered 410 Gone, by which a receiver says that it wants no more.'
      : `No attempt to deliver to it has succeeded since ${endpoint.failingSince ? minuteOf(endpoint.failingSince) : 'it was made'}, for five days and more.`;
  const next =
    'What was on its way to it has been given up. Once it works again, enable it (PATCH /v1/webhook-endpoints/{endpoint_id} with enabled true) and have sent what it missed (POST /v1/webhook-endpoints/{endpoint_id}/redeliver). GET /v1/webhook-deliveries shows every attempt.';
  return noticeMail({ to, subject: 'A webhook endpoint was disabled', paragraphs: [what, why, next] });
}
