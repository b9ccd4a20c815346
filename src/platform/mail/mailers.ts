import { Logger } from '@nestjs/common';
import escapeHtml from 'escape-html';
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

/** SMTP 5xx: a retry would fail in the same way. */
export function isPermanent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
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

export interface Notice {
  to: string;
  subject: string;
  paragraphs: readonly string[];
}

/** An email of plain paragraphs, as text and as HTML. */
export function noticeMail({ to, subject, paragraphs }: Notice): Mail {
  const html = mailPage(subject, paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'));
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html };
}

/** Loads no external images or styles, so that no server learns that the email was read. */
export const mailPage = (subject: string, body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1a1a1a; max-width: 36em; margin: 2em auto; padding: 0 1em">
${body}
</body>
</html>
`;

/** UTC date and time to the minute, such as 2026-11-20 07:05 UTC. */
export const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
