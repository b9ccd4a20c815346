import { Logger } from '@nestjs/common';
import { Mailer, type Mail } from './mailer.js';

/** Writes email to the log, for development without a mail server. Production does not start with it. */
export class LogMailer extends Mailer {
  private readonly logger = new Logger(LogMailer.name);

  override send({ to, subject, text }: Mail): Promise<void> {
    this.logger.log({ to, subject, text }, `mail to ${to}: ${subject}\n\n${text}`);
    return Promise.resolve();
  }
}
