import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { InvitationAcceptance } from './invitations/invitation-acceptance.service.js';
import { InvitationLimits, Invitations } from './invitations/invitations.service.js';
import { InvitationAcceptanceController, InvitationsController } from './invitations/invitations.controller.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.service.js';

@Module({
  imports: [AuthModule],
  controllers: [MembersController, InvitationsController, InvitationAcceptanceController],
  providers: [Members, Invitations, InvitationLimits, InvitationAcceptance],
})
export class MembersModule {}
