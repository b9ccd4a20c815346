import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireOwner, RequireScope } from '../common/identity/identity.decorators.js';
import { pageMetaSchema, pageQuerySchema, type PageQuery } from '../common/pagination/page.js';
import { membersTag } from './access.schema.js';
import {
  changeAccessSchema,
  leftMetaSchema,
  memberRecordSchema,
  removedMemberSchema,
  removeMemberSchema,
  updateMemberSchema,
  userIdSchema,
  type ChangeAccess,
  type MemberRecord,
  type RemovedMember,
  type RemoveMember,
  type UpdateMember,
} from './member.record.js';
import { Members } from './members.service.js';

const parameters = { user_id: userIdSchema };

@Controller('v1/members')
@InTag(membersTag)
export class MembersController {
  constructor(private readonly members: Members) {}

  @Get()
  @RequireScope('none')
  @Documented({
    summary: 'List members',
    description:
      'Returns the users of the organization with their roles and scopes, newest first. Requires a session, not an API key.',
    data: memberRecordSchema.array(),
    meta: pageMetaSchema,
    errors: ['session_required'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<Reply<MemberRecord[]>> {
    return this.members.list(caller, query);
  }

  @Patch(':user_id')
  @RequireOwner()
  @Documented({
    summary: 'Change the role or the scopes of a member',
    description:
      'Takes effect with the next request of each session of the user. If an owner becomes a member, `scopes` is required, the sessions of the user and the invitations that the user sent end. API keys, share links and webhook endpoints that the user created, and that give a scope that the user no longer has, end too, in both tiers, unless you keep them. The last owner cannot become a member.',
    parameters,
    data: memberRecordSchema,
    meta: leftMetaSchema,
    errors: ['member_not_found', 'last_owner'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('user_id') id: string,
    @Body({ schema: updateMemberSchema }) body: UpdateMember,
    @Query({ schema: changeAccessSchema }) query: ChangeAccess,
  ): Promise<Reply<MemberRecord>> {
    return this.members.update(caller, id, body, query);
  }

  @Delete(':user_id')
  @RequireOwner()
  @Documented({
    summary: 'Remove a member',
    description:
      'Deletes the account of the user. All its sessions and pending sign-in links end immediately, and so do the invitations that the user sent. Decide for each kind of object that the user, or keys of the user, created in both tiers. By default, what gives access ends (API keys, share links, webhook endpoints), and content remains. Send `dry_run=true` first to see the objects. Simulations always remain. Rotate the other keys and secrets that the user knew. The email address can be invited or can sign up again. The last owner cannot be removed.',
    parameters,
    data: removedMemberSchema,
    meta: leftMetaSchema,
    errors: ['member_not_found', 'last_owner'],
  })
  remove(
    @CurrentCaller() caller: Caller,
    @Param('user_id') id: string,
    @Query({ schema: removeMemberSchema }) query: RemoveMember,
  ): Promise<Reply<RemovedMember>> {
    return this.members.remove(caller, id, query);
  }
}
