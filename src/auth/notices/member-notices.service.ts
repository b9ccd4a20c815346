import { Injectable } from '@nestjs/common';
import { Owners } from '../../organizations/owners.service.js';
import { noticeMail, minuteOf } from '../../platform/mail/notice.js';
import type { MemberChange } from '../../platform/outbox/outbox.js';

const causes: Readonly<Record<MemberChange['change'], { subject: string; verb: string }>> = {
  joined: { subject: 'New member', verb: 'joined your organization as a member' },
  joined_as_owner: { subject: 'New owner', verb: 'joined your organization as an owner' },
  became_owner: { subject: 'New owner', verb: 'became an owner of your organization' },
  demoted: { subject: 'Owner changed', verb: 'is a member of your organization now and no longer an owner' },
  left: { subject: 'Member left', verb: 'left your organization for another one' },
  owner_removed: { subject: 'Owner removed', verb: 'was an owner of your organization and was removed' },
};

const next =
  'If you expected this, no action is needed. If not, remove the user or change the role (GET /v1/members), and check GET /v1/audit-log, which names who made the change.';

/** Notifies the owners of an organization of changes of its members. Rejects if the mail server is unavailable. The caller should retry. */
@Injectable()
export class MemberNotices {
  constructor(private readonly owners: Owners) {}

  /** An owner who lost the role gets the email too. */
  async send({ organization_id: organizationId, email, change, at }: MemberChange): Promise<void> {
    const { subject, verb } = causes[change];
    const cause = `${email} ${verb} on Simulation Service at ${minuteOf(new Date(at))}.`;
    const also = change === 'demoted' || change === 'owner_removed' ? [email] : [];
    await this.owners.notify(organizationId, (to) => noticeMail({ to, subject, paragraphs: [cause, next] }), also);
  }
}
