import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AccountMoves } from './invitations/account-moves.service.js';
import { InvitationAcceptanceController } from './invitations/invitation-acceptance.controller.js';
import { InvitationAcceptance } from './invitations/invitation-acceptance.service.js';
import { InvitationLimits, Invitations } from './invitations/invitations.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.service.js';

@Module({
  imports: [AuthModule],
  controllers: [MembersController, InvitationsController, InvitationAcceptanceController],
  providers: [Members, Invitations, InvitationLimits, InvitationAcceptance, AccountMoves],
})
export class MembersModule {}
