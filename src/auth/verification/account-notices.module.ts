import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../organizations/organizations.module.js';
import { LinkSender } from '../magic-link/link-sender.service.js';
import { MailboxLimit } from '../mailbox/mailbox-limit.service.js';
import { DiscardNotice } from './discard-notice.service.js';
import { SignUpNotice } from './sign-up-notice.service.js';

/** The emails about accounts that the worker sends. */
@Module({
  imports: [OrganizationsModule],
  providers: [LinkSender, MailboxLimit, SignUpNotice, DiscardNotice],
  exports: [SignUpNotice, DiscardNotice],
})
export class AccountNoticesModule {}
