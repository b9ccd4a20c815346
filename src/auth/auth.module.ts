import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { RefusalLimit, BearerStrategy } from './auth.guard.js';
import { Accounts, SignUpLimit } from './accounts.service.js';
import { Identities } from './identities.service.js';
import { CallbackPageController } from './magic-link/callback-page.controller.js';
import { MailboxLimit } from './mailbox/mailbox-limit.service.js';
import { KnownBrowsers } from './browser/known-browsers.service.js';
import { LinkLimit, MagicLinks } from './magic-link/magic-links.service.js';
import { LinkBrowser } from './magic-link/link-browser.service.js';
import { LinkPreviews } from './magic-link/link-previews.service.js';
import { LinkSender } from './magic-link/link-sender.service.js';
import { LinkVerifier } from './magic-link/link-verifier.service.js';
import { MagicLinkController } from './magic-link/magic-link.controller.js';
import { BreachedPasswords, NewPasswords } from './password/new-passwords.service.js';
import { PasswordCheck } from './password/password-check.service.js';
import { PasswordHasher } from './password/password-hasher.service.js';
import { PasswordController } from './password/password.controller.js';
import { Passwords } from './password/passwords.service.js';
import { RevokedStreams } from './revoked-streams.service.js';
import { SessionAccess, SessionAuthenticator } from './session/session-authenticator.service.js';
import { SessionCookie } from './session/session-cookie.service.js';
import { SessionController } from './session/session.controller.js';
import { PasswordChangesController } from './password/password-changes.controller.js';
import { PasswordChanges } from './password/password-changes.service.js';
import { SessionList } from './session/session-list.service.js';
import { SessionsController } from './session/sessions.controller.js';
import { Sessions } from './session/sessions.service.js';
import { UnverifiedAccounts } from './verification/unverified-accounts.service.js';
import { CapabilityEnd } from './capabilities/capability-end.service.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';

const accountCare = [PasswordChangesController, SessionsController];
const magicLink = [
  ...[MagicLinks, MailboxLimit, LinkLimit, LinkSender, LinkBrowser, LinkPreviews, LinkVerifier],
  UnverifiedAccounts,
];
const password = [Passwords, PasswordHasher, NewPasswords, PasswordCheck, BreachedPasswords, PasswordChanges];
const session = [Sessions, SessionList, SessionCookie, KnownBrowsers, SessionAuthenticator, SessionAccess];

@Module({
  imports: [ApiKeysModule, OrganizationsModule, WebhooksModule],
  controllers: [MagicLinkController, PasswordController, SessionController, CallbackPageController, ...accountCare],
  providers: [
    ...[BearerStrategy, RefusalLimit, RevokedStreams, Accounts, SignUpLimit, Identities, CapabilityEnd],
    ...[...magicLink, ...password, ...session],
  ],
  exports: [
    ...[BearerStrategy, RefusalLimit, SessionAuthenticator, Accounts, Identities, Sessions, LinkSender],
    ...[CapabilityEnd, MailboxLimit],
  ],
})
export class AuthModule {}
