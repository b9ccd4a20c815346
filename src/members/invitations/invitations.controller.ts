import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentVisitor, type Visitor } from '../../auth/account.js';
import { Identities } from '../../auth/identities.service.js';
import { identitySchema, type IdentityRecord } from '../../auth/identity.record.js';
import { SessionAuthenticator } from '../../auth/session/session-authenticator.service.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller, Origin } from '../../common/identity/caller.js';
import { CurrentCaller, CurrentOrigin, Public, RequireOwner } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema, pageQuerySchema, type PageQuery } from '../../common/pagination/page.js';
import { IdempotencyKey } from '../../platform/idempotency/idempotency-key.js';
import { LogsSignIn } from '../../platform/logging/logs-security-event.decorator.js';
import { LimitPerAddress } from '../../platform/rate-limit/rate-limit.decorators.js';
import { membersTag } from '../access.schema.js';
import { InvitationAcceptance } from './invitation-acceptance.service.js';
import {
  acceptInvitationSchema,
  createInvitationSchema,
  invitationIdSchema,
  invitationPreviewSchema,
  invitationRecordSchema,
  previewInvitationSchema,
  revokedInvitationSchema,
  type AcceptInvitation,
  type CreateInvitation,
  type InvitationPreview,
  type InvitationRecord,
  type PreviewInvitation,
  type RevokedInvitation,
} from './invitation.record.js';
import { Invitations } from './invitations.service.js';

@Controller('v1/invitations')
@RequireOwner()
@InTag(membersTag)
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Post()
  @Documented({
    summary: 'Invite a user',
    description:
      'Emails a link that works once, within 7 days, and with which the user joins the organization. A new invitation replaces an earlier one of the same address. A user belongs to one organization: an invited user with an account in another organization can move it, or needs an invitation of another address. The response does not reveal whether the address has an account in another organization. Limits: 100 members and pending invitations per organization, 50 invitations per day, 5 per day for each mailbox, and 5 per hour and 20 per day for each mailbox together with sign-in links and over all organizations. An organization cannot invite before one of its users has confirmed an email address.',
    data: invitationRecordSchema,
    errors: ['email_unverified', 'already_member', 'member_limit_reached', 'email_delivery_failed'],
  })
  create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createInvitationSchema }) body: CreateInvitation,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<InvitationRecord>> {
    return this.invitations.create(caller, body, idempotencyKey);
  }

  @Get()
  @Documented({
    summary: 'List invitations',
    description: 'Returns the pending invitations of the organization, newest first, without their links.',
    data: invitationRecordSchema.array(),
    meta: pageMetaSchema,
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<Reply<InvitationRecord[]>> {
    return this.invitations.list(caller, query);
  }

  @Delete(':invitation_id')
  @Documented({
    summary: 'Revoke an invitation',
    description: 'Deletes a pending invitation. Its link stops working immediately.',
    parameters: { invitation_id: invitationIdSchema },
    data: revokedInvitationSchema,
    errors: ['invitation_not_found'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('invitation_id') id: string): Promise<RevokedInvitation> {
    return this.invitations.revoke(caller, id);
  }
}

/** The token of the invitation is the credential. */
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
