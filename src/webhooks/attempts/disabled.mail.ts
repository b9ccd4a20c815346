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
  const what = `We disabled your webhook endpoint ${endpoint.id} (${tier} tier): ${endpoint.url}`;
  const why =
    reason === 'gone'
      ? 'Cause: it responded with 410 Gone, which means that the receiver wants no more events.'
      : `Cause: every delivery has failed since ${endpoint.failingSince ? minuteOf(endpoint.failingSince) : 'its creation'}, for more than five days.`;
  const next =
    'Pending deliveries were canceled, and new events are not delivered. After you fix the receiver, enable the endpoint (PATCH /v1/webhook-endpoints/{endpoint_id} with "enabled": true) and resend missed events (POST /v1/webhook-endpoints/{endpoint_id}/redeliver). GET /v1/webhook-deliveries shows every attempt.';
  return noticeMail({ to, subject: 'Webhook endpoint disabled', paragraphs: [what, why, next] });
}
