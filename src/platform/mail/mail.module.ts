import { Global, Module } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { LogMailer } from './log.mailer.js';
import { Mailer } from './mailer.js';
import { SmtpMailer } from './smtp.mailer.js';

@Global()
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [SETTINGS],
      useFactory: ({ smtpUrl, mailFrom }: Settings): Mailer =>
        smtpUrl === undefined ? new LogMailer() : new SmtpMailer(smtpUrl, mailFrom),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
