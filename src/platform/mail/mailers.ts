import { Logger } from '@nestjs/common';
import { createTransport } from 'nodemailer';

export interface Mail {
  /** Exactly one address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends email. Resolves when the mail server has accepted it. Rejects otherwise, after at most {@link sendTimeoutMs}. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}

const sendTimeoutMs = 4_000;

/** Writes email to the log, for development without a mail server. Production does not start with it. */
export class LogMailer extends Mailer {
  private readonly logger = new Logger(LogMailer.name);

  override send({ to, subject, text }: Mail): Promise<void> {
    this.logger.log({ to, subject, text }, `mail to ${to}: ${subject}\n\n${text}`);
    return Promise.resolve();
  }
}

const phaseTimeoutMs = 3_000;

export const smtpTransport = (url: string) =>
  createTransport({
    url,
    dnsTimeout: phaseTimeoutMs,
    connectionTimeout: phaseTimeoutMs,
    greetingTimeout: phaseTimeoutMs,
    socketTimeout: phaseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Sends each email over its own connection. Nothing is queued, so that a rejected or timed-out email is not sent later. */
export class SmtpMailer extends Mailer {
  private readonly transport;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = smtpTransport(url);
  }

  override async send({ to, subject, text, html }: Mail): Promise<void> {
    await this.transport.sendMail({
      from: this.from,
      // An object is one address. A string would be parsed as a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated' },
      // A slow server can stay below the timeout of each phase. This timeout limits the sum.
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
  }
}
