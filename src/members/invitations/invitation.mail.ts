import { linkMail } from '../../auth/magic-link/magic-link.mail.js';
import type { Mail } from '../../platform/mail/mailers.js';
import { minuteOf } from '../../platform/mail/notice.js';

export interface InvitationMail {
  to: string;
  link: string;
  /** The verified email address of the owner. */
  invitedBy: string;
  invitedAt: Date;
  validDays: number;
}

/**
 * Contains no text that an owner chose, such as the name of the organization: otherwise anyone could use the service to send messages to
 * any address. The text is the same for addresses with and without an account, so that it explains both cases.
 */
export function invitationMail({ to, link, invitedBy, invitedAt, validDays }: InvitationMail): Mail {
  return linkMail({
    to,
    subject: 'Invitation to an organization on Simulation Service',
    link,
    action: 'View the invitation',
    cause: `${invitedBy} invited ${to} to an organization on Simulation Service at ${minuteOf(invitedAt)}.`,
    rules: `The link works once and expires after ${validDays} days. The page shows the organization. Click the button there to join. An email address belongs to one organization: if you already have an account with this address, sign in to it first and open the link in the same browser. The page then offers to move the account. To keep both, request an invitation of another address from ${invitedBy}.`,
    notYou:
      'If you do not know the sender, do nothing: without the link, no one can join as you. Do not forward the link. We never ask for it.',
  });
}
