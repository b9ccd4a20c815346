import type { Mail } from '../../platform/mail/mailer.js';
import { minuteOf } from '../../platform/mail/utc-minute.js';
import { linkMail } from './magic-link.mail.js';

export interface SignUpMail {
  to: string;
  link: string;
  signedUpAt: Date;
  validMinutes: number;
}

/** Contains no text that the client chose: anyone can sign up with any address. */
export function signUpMail({ to, link, signedUpAt, validMinutes }: SignUpMail): Mail {
  return linkMail({
    to,
    subject: 'Confirm your email address for Simulation Service',
    link,
    cause: `A Simulation Service account with a password was created for ${to} at ${minuteOf(signedUpAt)}. Sign in by email once to confirm that the address is yours.`,
    rules: `The link works once and expires after ${validMinutes} minutes. Later, request a new sign-in link. Confirming removes the password and ends all sessions, because a third party may have created the account.`,
    notYou:
      'If you did not create this account, do nothing. If you sign in later, you can delete the API keys and webhook endpoints in it. Do not forward the link. We never ask for it.',
  });
}
