import { Injectable } from '@nestjs/common';
import { NewKeyNotice } from '../api-keys/new-key-notice.service.js';
import { UserNotices } from '../auth/notices/user-notices.service.js';
import { MemberNotices } from '../auth/notices/member-notices.service.js';
import type { AccountChange, MemberChange } from '../platform/outbox/outbox.js';
import { LeakNotice } from '../api-keys/leaked/leak-notice.service.js';
import { DiscardNotice } from '../auth/verification/discard-notice.service.js';
import { SignUpNotice } from '../auth/verification/sign-up-notice.service.js';
import type { Tier } from '../common/identity/caller.js';
import type { SecurityFields } from '../platform/logging/security-events.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { DisabledNotice } from '../webhooks/attempts/disabled-notice.service.js';

/** Notifies owners by email, and operators in the security log. */
@Injectable()
export class Notices {
  constructor(
    private readonly disabled: DisabledNotice,
    private readonly leaked: LeakNotice,
    private readonly signUps: SignUpNotice,
    private readonly discarded: DiscardNotice,
    private readonly newKeys: NewKeyNotice,
    private readonly users: UserNotices,
    private readonly members: MemberNotices,
    private readonly log: SecurityLog,
  ) {}

  endpointDisabled(tier: Tier, endpointId: string): Promise<void> {
    return this.disabled.send(tier, endpointId);
  }

  keyLeaked(tier: Tier, keyId: string): Promise<void> {
    return this.leaked.send(tier, keyId);
  }

  signedUp(userId: string, signedUpAt: Date): Promise<void> {
    return this.signUps.send(userId, signedUpAt);
  }

  accountDiscarded(organizationId: string): Promise<void> {
    return this.discarded.send(organizationId);
  }

  keyCreated(tier: Tier, keyId: string): Promise<void> {
    return this.newKeys.send(tier, keyId);
  }

  signedIn(change: AccountChange): Promise<void> {
    return this.users.signedIn(change);
  }

  passwordChanged(change: AccountChange): Promise<void> {
    return this.users.passwordChanged(change);
  }

  memberChanged(change: MemberChange): Promise<void> {
    return this.members.send(change);
  }

  operatorCommand(fields: SecurityFields<'operator.command'>): void {
    this.log.write('operator.command', fields);
  }
}
