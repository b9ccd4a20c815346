import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireOwner } from '../../common/identity/identity.decorators.js';
import { pageMetaSchema } from '../../common/pagination/page.js';
import { IdempotencyKey, replayHeaders } from '../../platform/idempotency/idempotency-key.js';
import { membersTag } from '../members.tag.js';
import {
  invitationIdSchema,
  invitationRecordSchema,
  revokedInvitationSchema,
  type InvitationRecord,
  type RevokedInvitation,
} from './invitation.record.js';
import {
  createInvitationSchema,
  listInvitationsSchema,
  type CreateInvitation,
  type ListInvitations,
} from './invitation.schema.js';
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
  async create(
    @CurrentCaller() caller: Caller,
    @Body({ schema: createInvitationSchema }) body: CreateInvitation,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<Reply<InvitationRecord>> {
    const { record, replayed } = await this.invitations.create(caller, body, idempotencyKey);
    return new Reply(record, { headers: replayHeaders(replayed) });
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
    @Query({ schema: listInvitationsSchema }) query: ListInvitations,
  ): Promise<Reply<InvitationRecord[]>> {
    return this.invitations.list(caller, query);
  }

  @Delete(':invitation_id')
  @HttpCode(200)
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
