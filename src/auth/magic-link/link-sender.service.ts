import { Inject, Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/crypto.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Mailer, mailPage, minuteOf, type Mail } from '../../platform/mail/mailers.js';
import { ConcurrencyLimit, TooBusyError } from '../../common/concurrency-limit.js';
import escapeHtml from 'escape-html';

const maxConcurrentSends = 4;
const waitTimeoutMs = 5_000;
/** Running and waiting sends of one network. The limit of requests by address is lower; this cap bounds slow mail servers. */
const maxPerNetwork = 8;

@Injectable()
export class LinkSender {
  private readonly logger = new Logger(LinkSender.name);
  private readonly sendSlots = new ConcurrencyLimit(maxConcurrentSends, waitTimeoutMs, maxPerNetwork);

  constructor(
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  linkOf(token: string): string {
    const url = new URL(this.settings.frontendUrl);
    url.searchParams.set('token', token);
    return url.href;
  }

  /** Limits concurrent sends: each holds a database connection, and a slow mail server must not block all connections. */
  async withSendSlot<T>(work: () => Promise<T>, network?: string): Promise<T> {
    return this.sendSlots.run(work, network).catch((error: unknown) => {
      throw error instanceof TooBusyError ? this.failed(error) : error;
    });
  }

  /** Throws {@link AppError} `email_delivery_failed`. */
  async send(mail: Mail): Promise<void> {
    await this.mailer.send(mail).catch((error: unknown) => {
      throw this.failed(error);
    });
  }

  /** Rejects with the error of the mail server. The caller should retry. */
  async sendSignUp(mail: SignUpMail): Promise<void> {
    await this.mailer.send(signUpMail(mail));
  }

  /** Logs the error and returns only its correlation id to the caller. */
  private failed(error: unknown): AppError {
    const correlationId = newId();
    this.logger.error({ error, correlation_id: correlationId }, 'failed to send link');
    return new AppError('email_delivery_failed', { correlation_id: correlationId }, { cause: error });
  }
}

interface MagicLinkMail {
  to: string;
  link: string;
  /** The network address of the request, so that the reader can recognize it. */
  requestedFrom: string;
  requestedAt: Date;
  validMinutes: number;
}

/**
 * Contains no text that the client chose, such as a name: otherwise anyone could use the service to send messages to any address.
 */
export function magicLinkMail({ to, link, requestedFrom, requestedAt, validMinutes }: MagicLinkMail): Mail {
  const cause = `A sign-in to Simulation Service as ${to} was requested at ${minuteOf(requestedAt)} from the network address ${requestedFrom}.`;
  const rules = `The link works once and expires after ${validMinutes} minutes. On the page, click the button to sign in.`;
  const notYou =
    'If you did not request this, do nothing: without the link, no one can sign in. Do not forward the link. We never ask for it.';
  return linkMail({ to, subject: 'Sign in to Simulation Service', link, cause, rules, notYou });
}

interface LinkMail {
  to: string;
  subject: string;
  link: string;
  /** Text of the button. Default: `Sign in`. */
  action?: string;
  cause: string;
  rules: string;
  notYou: string;
}

/** An email with a link that signs in, as text and as HTML. */
export function linkMail({ to, subject, link, action = 'Sign in', cause, rules, notYou }: LinkMail): Mail {
  const opening = `To ${action.toLowerCase()}, open this link:`;
  const text = [cause, opening, link, rules, notYou].join('\n\n') + '\n';
  const href = escapeHtml(link);
  const body = `<p>${escapeHtml(cause)}</p>
<p><a href="${href}" style="display: inline-block; padding: 0.6em 1.2em; background: #1d4ed8; color: #ffffff; text-decoration: none; border-radius: 4px">${escapeHtml(action)}</a></p>
<p>Or open this URL: <br><a href="${href}" style="word-break: break-all">${href}</a></p>
<p>${escapeHtml(rules)}</p>
<p>${escapeHtml(notYou)}</p>`;
  return { to, subject, text, html: mailPage(subject, body) };
}

interface SignUpMail {
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
    rules: `The link works once and expires after ${validMinutes} minutes. Later, request a new sign-in link. With the first sign-in by link, the password and all sessions of the account end, because a third party may have created it. Set a new password on the page of the link.`,
    notYou:
      'If you did not create this account, do nothing. If you sign in later, you can delete everything in it. Do not forward the link. We never ask for it.',
  });
}
