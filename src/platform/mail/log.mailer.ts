import { Logger } from '@nestjs/common';
import { Mailer, type Mail } from './mailer.js';

/** For development without a mail server: who starts the service reads its mail in the log. Production refuses to start with it. */
export class LogMailer extends Mailer {
  private readonly logger = new Logger(LogMailer.name);

  override send({ to, subject, text }: Mail): Promise<void> {
    this.logger.log({ to, subject, text }, `mail to ${to}: ${subject}\n\n${text}`);
    return Promise.resolve();
  }
}
