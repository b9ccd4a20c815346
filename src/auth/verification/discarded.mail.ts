import type { Tier } from '../../common/identity/tier.js';
import type { Mail } from '../../platform/mail/mailer.js';
import { noticeMail } from '../../platform/mail/notice.js';

export interface DiscardedObject {
  kind: 'API key' | 'Share link' | 'Webhook endpoint' | 'Workflow version' | 'Dataset' | 'Population' | 'Calibration';
  id: string;
  tier: Tier;
}

const maxListed = 100;

/** Names objects by id only: a third party may have chosen their names and URLs, to send the owner a message in our name. */
export function discardedMail({ to, discarded }: { to: string; discarded: readonly DiscardedObject[] }): Mail {
  const listed = discarded.slice(0, maxListed).map(({ kind, id, tier }) => `${kind} ${id} (${tier} tier)`);
  const omitted = discarded.length - listed.length;
  const cause =
    'Your Simulation Service account was created with a password before you confirmed your email address. You have now signed in by email for the first time. Because a third party may have created the account, we removed its password, ended its sessions and replaced its signing secrets.';
  const list =
    discarded.length === 0
      ? 'The account had no API keys and nothing else that could have remained.'
      : 'We also ended everything that had been created in the account. Requests with these keys and links now fail:';
  const next =
    'If you created the account yourself, create new API keys (POST /v1/api-keys) and what else you need, and update your programs. GET /v1/audit-log shows what ended.';
  const rest = omitted > 0 ? [`And ${omitted} more.`] : [];
  return noticeMail({ to, subject: 'Unconfirmed account reset', paragraphs: [cause, list, ...listed, ...rest, next] });
}
