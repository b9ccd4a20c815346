import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SessionAuthenticator } from '../session/session-authenticator.service.js';
import { UnverifiedAccounts } from '../verification/unverified-accounts.service.js';
import { LinkBrowser } from './link-browser.service.js';
import { toUnverifiedRecord, type LinkPreview } from './link-preview.js';
import { findLink } from './link-tokens.js';

/** Describes what a sign-in link will do, without using it up. */
@Injectable()
export class LinkPreviews {
  constructor(
    private readonly databases: Databases,
    private readonly authenticator: SessionAuthenticator,
    private readonly unverified: UnverifiedAccounts,
    private readonly browser: LinkBrowser,
  ) {}

  async preview(token: string, request: Request): Promise<LinkPreview> {
    const live = this.databases.for('live');
    const link = await findLink(live, token);
    if (!link) throw new AppError('magic_link_invalid');
    const { email } = link;
    const user = await live.user.findUnique({ where: { email } });
    const session = await this.authenticator.presented(request);
    const hasSession = user !== null && session?.userId === user.id;
    const isUnverified = user !== null && user.emailVerifiedAt === null;
    return {
      email,
      same_browser: hasSession || this.browser.requested(request, token),
      confirms_address: isUnverified && hasSession,
      unverified_account: isUnverified && !hasSession ? toUnverifiedRecord(await this.unverified.describe(user)) : null,
    };
  }
}
