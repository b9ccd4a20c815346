import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../../organizations/organizations.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { LinkSender } from '../magic-link/link-sender.service.js';
import { MailboxLimit } from '../mailbox/mailbox-limit.service.js';
import { MemberNotices } from '../notices/member-notices.service.js';
import { UserNotices } from '../notices/user-notices.service.js';
import { DiscardNotice } from './discard-notice.service.js';
import { SignUpNotice } from './sign-up-notice.service.js';

/** The emails about accounts that the worker sends. */
@Module({
  imports: [MailModule, OrganizationsModule],
  providers: [LinkSender, MailboxLimit, SignUpNotice, DiscardNotice, UserNotices, MemberNotices],
  exports: [SignUpNotice, DiscardNotice, UserNotices, MemberNotices],
})
export class AccountNoticesModule {}
