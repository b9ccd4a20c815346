import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { Accounts } from './accounts.service.js';
import { BearerStrategy, RefusalLimit } from './auth.guard.js';
import { CapabilityEnd } from './capabilities/capability-end.service.js';
import { Identities } from './identities.service.js';
import { CallbackPageController } from './magic-link/callback-page.controller.js';
import { LinkSender } from './magic-link/link-sender.service.js';
import { LinkVerifier } from './magic-link/link-verifier.service.js';
import { MagicLinkController } from './magic-link/magic-link.controller.js';
import { MagicLinks } from './magic-link/magic-links.service.js';
import { MailboxLimit } from './magic-link/mailbox-limit.service.js';
import { PasswordCheck } from './password/password-check.service.js';
import { PasswordChangesController, PasswordController } from './password/password.controller.js';
import { Passwords } from './password/passwords.service.js';
import { RevokedStreams } from './revoked-streams.service.js';
import { Cookies } from './session/cookies.service.js';
import { SessionAuthenticator } from './session/session-authenticator.service.js';
import { SessionList } from './session/session-list.service.js';
import { SessionController, SessionsController } from './session/sessions.controller.js';
import { Sessions } from './session/sessions.service.js';

@Module({
  imports: [ApiKeysModule, OrganizationsModule, WebhooksModule],
  // The order of the controllers is the order in the API reference.
  controllers: [
    ...[MagicLinkController, PasswordController, SessionController, CallbackPageController],
    ...[PasswordChangesController, SessionsController],
  ],
  providers: [
    ...[BearerStrategy, RefusalLimit, RevokedStreams, Accounts, Identities, CapabilityEnd],
    ...[MagicLinks, MailboxLimit, LinkSender, LinkVerifier, Passwords, PasswordCheck],
    ...[Sessions, SessionList, Cookies, SessionAuthenticator],
  ],
  exports: [
    ...[BearerStrategy, RefusalLimit, SessionAuthenticator, Accounts, Identities, Sessions, LinkSender],
    ...[CapabilityEnd, MailboxLimit],
  ],
})
export class AuthModule {}
