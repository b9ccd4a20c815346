import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Identities } from '../../auth/identities.service.js';
import { identitySchema, type IdentityRecord } from '../../auth/identity.record.js';
import { SessionAuthenticator } from '../../auth/session/session-authenticator.service.js';
import { CurrentVisitor, type Visitor } from '../../auth/account.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Origin } from '../../common/identity/caller.js';
import { CurrentOrigin, Public } from '../../common/identity/identity.decorators.js';
import { LogsSignIn } from '../../platform/logging/logs-security-event.decorator.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { membersTag } from '../members.tag.js';
import { InvitationAcceptance } from './invitation-acceptance.service.js';
import { invitationPreviewSchema, type InvitationPreview } from './invitation.record.js';
import {
  acceptInvitationSchema,
  previewInvitationSchema,
  type AcceptInvitation,
  type PreviewInvitation,
} from './invitation.schema.js';

@Controller('v1/invitations')
@Public()
@InTag(membersTag)
export class InvitationAcceptanceController {
  constructor(
    private readonly acceptance: InvitationAcceptance,
    private readonly identities: Identities,
    private readonly authenticator: SessionAuthenticator,
  ) {}

  @Post('preview')
  @HttpCode(200)
  @LimitPerAddress({ name: 'preview', perMinute: 10 })
  @Documented({
    summary: 'Preview an invitation',
    description:
      'Returns the organization, the email address and the access of an invitation. The token stays valid. Limit: 10 requests per minute and address, together with previews of sign-in links.',
    data: invitationPreviewSchema,
    headers: ['Cache-Control'],
    errors: ['invitation_invalid'],
  })
  async preview(
    @Body({ schema: previewInvitationSchema }) { token }: PreviewInvitation,
    @Req() request: Request,
  ): Promise<Reply<InvitationPreview>> {
    const session = await this.authenticator.presented(request);
    return new Reply(await this.acceptance.preview(token, session), { headers: { 'Cache-Control': 'no-store' } });
  }

  @Post('accept')
  @HttpCode(200)
  @LimitPerAddress({ name: 'verify', perMinute: 10 })
  @LogsSignIn('link')
  @Documented({
    summary: 'Accept an invitation',
    description:
      'Creates the user in the organization and starts a session of 7 days (cookie `svc_session`), like POST /v1/auth/magic-link/verify. The token works once. A user belongs to one organization: if the address already has an account, sign in to it and send `move_account` to move it. Otherwise, the response is 409 `account_exists`, and the invitation is not used up. Limit: 10 requests per minute and address, together with verify.',
    data: identitySchema,
    headers: ['Set-Cookie', 'Cache-Control'],
    errors: ['invitation_invalid', 'account_exists', 'last_owner'],
  })
  async accept(
    @Body({ schema: acceptInvitationSchema }) body: AcceptInvitation,
    @CurrentVisitor() visitor: Visitor,
    @CurrentOrigin() origin: Origin,
    @Req() request: Request,
  ): Promise<Reply<IdentityRecord>> {
    const session = await this.authenticator.presented(request);
    return this.identities.welcome(await this.acceptance.accept({ ...body, session, visitor, origin }), visitor);
  }
}
