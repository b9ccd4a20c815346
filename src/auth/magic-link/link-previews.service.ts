import { z } from 'zod';
import { type UnverifiedAccount, UnverifiedAccounts } from '../verification/unverified-accounts.service.js';
import { emailFieldSchema } from '../account.js';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import { Databases } from '../../platform/database/databases.service.js';
import { SessionAuthenticator } from '../session/session-authenticator.service.js';
import { LinkBrowser } from './link-browser.service.js';
import { findLink } from './link-tokens.js';

const count = z.int().min(0);

export const linkPreviewSchema = z
  .strictObject({
    email: emailFieldSchema.meta({ description: 'Email address of the user that the link signs in.' }),
    same_browser: z.boolean().meta({
      description:
        'True if this browser requested the link, or has a session of the account. If false, ask the user to confirm the sign-in.',
    }),
    confirms_address: z.boolean().meta({
      description:
        'True if the link confirms the address of an account of which the request has a session. The contents remain, the password ends.',
    }),
    unverified_account: z
      .strictObject({
        organization_name: z.string().meta({
          description: 'Name of the organization. A third party may have chosen it.',
          examples: ['Lovelace Research'],
        }),
        created_at: z.iso.datetime().meta({ description: 'Time of the sign-up.' }),
        api_keys: count.meta({ description: 'Number of active API keys in both tiers.' }),
        share_links: count.meta({ description: 'Number of share links in both tiers.' }),
        webhook_endpoints: count.meta({ description: 'Number of webhook endpoints in both tiers.' }),
        workflows: count.meta({ description: 'Number of versions of private workflows in both tiers.' }),
        datasets: count.meta({ description: 'Number of datasets in both tiers.' }),
        populations: count.meta({ description: 'Number of populations in both tiers.' }),
        calibrations: count.meta({ description: 'Number of calibrations in both tiers.' }),
      })
      .nullable()
      .meta({
        description:
          'Account that was created by password and whose address was never verified: ask the user whether to keep it, and send `unverified_account` to `verify`. Null if there is no such account, or if the request has a session of it.',
      }),
  })
  .meta({ id: 'SignInLinkPreview' });
export type LinkPreview = z.infer<typeof linkPreviewSchema>;

function toUnverifiedRecord(account: UnverifiedAccount): NonNullable<LinkPreview['unverified_account']> {
  return {
    organization_name: account.organizationName,
    created_at: account.createdAt.toISOString(),
    ...account.contents,
  };
}

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
