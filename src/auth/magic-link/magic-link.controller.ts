import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Origin } from '../../common/identity/caller.js';
import { CurrentOrigin, Public } from '../../common/identity/identity.decorators.js';
import { IdempotencyKey } from '../../platform/idempotency/idempotency-key.js';
import { LogsLinkRequest, LogsSignIn } from '../../platform/logging/logs-security-event.decorator.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { Identities } from '../identities.service.js';
import { authTag, identitySchema, type IdentityRecord } from '../identity.record.js';
import { Cookies } from '../session/cookies.service.js';
import { SessionAuthenticator } from '../session/session-authenticator.service.js';
import { CurrentVisitor, type Visitor } from '../account.js';
import { validMinutes } from './link-tokens.js';
import { LinkVerifier } from './link-verifier.service.js';
import {
  linkPreviewSchema,
  previewMagicLinkSchema,
  requestMagicLinkSchema,
  verifyMagicLinkSchema,
  type LinkPreview,
  type PreviewMagicLink,
  type RequestMagicLink,
  type VerifyMagicLink,
} from './magic-link.schema.js';
import { MagicLinks } from './magic-links.service.js';

const sentSchema = z.strictObject({
  sent: z.literal(true),
  magic_link: z
    .url()
    .optional()
    .meta({ description: 'Sign-in link. Only development servers (`SVC_DEBUG=1`) return it.' }),
});

@Controller('v1/auth/magic-link')
@Public()
@InTag(authTag)
export class MagicLinkController {
  constructor(
    private readonly magicLinks: MagicLinks,
    private readonly verifier: LinkVerifier,
    private readonly cookies: Cookies,
    private readonly authenticator: SessionAuthenticator,
    private readonly identities: Identities,
  ) {}

  @Post('request')
  @HttpCode(202)
  @LimitPerAddress({ name: 'magic-link', perMinute: 5 })
  @LogsLinkRequest()
  @Documented({
    summary: 'Request a sign-in link',
    description: `Emails a link that works once, within ${validMinutes} minutes. If the address has no account, the link creates one. The response does not reveal whether an account exists. Limits: 5 requests per minute and network address, and 5 per minute, 5 per hour and 20 per day for each mailbox, regardless of plus tags, dots and case, together with invitations. A browser that signed in to the account before has its own count.`,
    data: sentSchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['email_delivery_failed'],
  })
  request(
    @Body({ schema: requestMagicLinkSchema }) body: RequestMagicLink,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<Reply<{ sent: true; magic_link?: string }>> {
    return this.magicLinks.send({ body, idempotencyKey, visitor });
  }

  @Post('preview')
  @HttpCode(200)
  @LimitPerAddress({ name: 'preview', perMinute: 10 })
  @Documented({
    summary: 'Preview a sign-in link',
    description:
      'Returns the email address of a sign-in link, and the decisions that the user must make before `verify`. The token stays valid. Limit: 10 requests per minute and address.',
    data: linkPreviewSchema,
    headers: ['Cache-Control'],
    errors: ['magic_link_invalid'],
  })
  async preview(
    @Body({ schema: previewMagicLinkSchema }) { token }: PreviewMagicLink,
    @Req() request: Request,
  ): Promise<Reply<LinkPreview>> {
    const session = await this.authenticator.presented(request);
    const preview = await this.verifier.preview(token, session, this.cookies.hasRequestedLink(request, token));
    return new Reply(preview, { headers: { 'Cache-Control': 'no-store' } });
  }

  @Post('verify')
  @HttpCode(200)
  @LimitPerAddress({ name: 'verify', perMinute: 10 })
  @LogsSignIn('link')
  @Documented({
    summary: 'Sign in with a link',
    description:
      'Exchanges the token of a sign-in link for a session of 7 days (cookie `svc_session`). The token works once. If the address has no account, a user and an organization are created. If the account was created by password and this is its first sign-in by link, its password and earlier sessions end, because a third party may have created it. `unverified_account` decides about its contents. Limits: 10 requests per minute and address, 20 new organizations per day and address.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['magic_link_invalid', 'sign_up_limit_reached'],
  })
  async verify(
    @Body({ schema: verifyMagicLinkSchema }) body: VerifyMagicLink,
    @CurrentVisitor() visitor: Visitor,
    @CurrentOrigin() origin: Origin,
    @Req() request: Request,
  ): Promise<Reply<IdentityRecord>> {
    const session = await this.authenticator.presented(request);
    return this.identities.welcome(await this.verifier.verify({ ...body, session, visitor, origin }), visitor);
  }
}
