import { createTransport } from 'nodemailer';
import { Mailer, sendTimeoutMs, type Mail } from './mailer.js';

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

/** Every mail goes over a connection of its own: nothing is queued here, so what was refused or timed out is not sent later. */
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
      // An object is taken as one address; a text would be read as a list of them.
      to: { name: '', address: to },
      subject,
      text,
      html,
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated' },
      // A server that answers a little at a time keeps within the timeouts of the phases; this one it cannot escape.
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
  }
}
