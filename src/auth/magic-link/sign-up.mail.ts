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
    action: 'Confirm the address',
    cause: `A Simulation Service account with a password was created for ${to} at ${minuteOf(signedUpAt)}. Confirm that the address is yours.`,
    rules: `The link works once and expires after ${validMinutes} minutes. Later, request a new sign-in link. Open it in the browser in which you signed up: your password then remains. In another browser, the password and all sessions end, because a third party may have created the account.`,
    notYou:
      'If you did not create this account, do nothing. If you sign in later, you can delete everything in it. Do not forward the link. We never ask for it.',
  });
}
