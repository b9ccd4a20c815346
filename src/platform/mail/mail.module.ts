import { Global, Module } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { LogMailer, Mailer, SmtpMailer } from './mailers.js';

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
