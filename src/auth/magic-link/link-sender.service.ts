import { Inject, Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { newId } from '../../common/crypto.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { Mailer, type Mail } from '../../platform/mail/mailers.js';
import { ConcurrencyLimit, TooBusyError } from '../../common/concurrency-limit.js';
import { signUpMail, type SignUpMail } from './magic-link.mail.js';

const maxConcurrentSends = 4;
const waitTimeoutMs = 5_000;
/** Running and waiting sends of one network. The limit of requests by address is lower; this cap bounds slow mail servers. */
const maxPerNetwork = 8;

/** Sends links that sign in by email. */
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

  /** Returns the link for the API response if SVC_DEBUG=1, which production does not allow. */
  linkForDevelopers(token: () => string): string | undefined {
    return this.settings.debug ? this.linkOf(token()) : undefined;
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
