import { Injectable, Logger } from '@nestjs/common';
import { discardReason } from '../auth/capabilities/capability-end.service.js';
import { tiers, type Tier } from '../common/identity/caller.js';
import type { AuditAction } from '../platform/audit/audit.js';
import { Databases } from '../platform/database/databases.service.js';
import { isPermanent, Mailer, minuteOf, noticeMail, type Notice } from '../platform/mail/mailers.js';
import type { AccountChange, MemberChange } from '../platform/outbox/outbox.js';
import { AttemptLimiter, hourSeconds } from '../platform/rate-limit/attempt-limiter.service.js';

const maxNewKeysPerHour = 10;

const memberChanges: Readonly<Record<MemberChange['change'], { subject: string; verb: string }>> = {
  joined: { subject: 'New member', verb: 'joined your organization as a member' },
  joined_as_owner: { subject: 'New owner', verb: 'joined your organization as an owner' },
  became_owner: { subject: 'New owner', verb: 'became an owner of your organization' },
  demoted: { subject: 'Owner changed', verb: 'is a member of your organization now and no longer an owner' },
  left: { subject: 'Member left', verb: 'left your organization for another one' },
  owner_removed: { subject: 'Owner removed', verb: 'was an owner of your organization and was removed' },
};

const discardedKinds: Partial<Record<AuditAction, string>> = {
  'api_key.revoked': 'API key',
  'share_link.revoked': 'Share link',
  'webhook_endpoint.deleted': 'Webhook endpoint',
  'workflow.deprecated': 'Workflow version',
  'dataset.deleted': 'Dataset',
  'population.deleted': 'Population',
  'calibration.deleted': 'Calibration',
};

const maxListed = 100;

/**
 * Emails about security-relevant changes, to verified users of the organization only: they contain names and URLs that the organization
 * chose. Each method rejects if the mail server is unavailable. The caller should retry.
 */
@Injectable()
export class Notices {
  private readonly logger = new Logger(Notices.name);

  constructor(
    private readonly databases: Databases,
    private readonly mailer: Mailer,
    private readonly attempts: AttemptLimiter,
  ) {}

  async endpointDisabled(tier: Tier, id: string): Promise<void> {
    const endpoint = await this.databases.for(tier).webhookEndpoint.findUnique({ where: { id } });
    const reason = endpoint?.disabledReason;
    if (!endpoint || (reason !== 'gone' && reason !== 'failing')) return;
    const { organizationId, url, failingSince } = endpoint;
    this.logger.warn({ endpoint_id: id, organization_id: organizationId, reason }, 'webhook endpoint disabled');
    await this.toOwners(organizationId, 'Webhook endpoint disabled', [
      `We disabled your webhook endpoint ${id} (${tier} tier): ${url}`,
      reason === 'gone'
        ? 'Cause: it responded with 410 Gone, which means that the receiver wants no more events.'
        : `Cause: every delivery has failed since ${failingSince ? minuteOf(failingSince) : 'its creation'}, for more than five days.`,
      'Pending deliveries were canceled, and new events are not delivered. After you fix the receiver, enable the endpoint (PATCH /v1/webhook-endpoints/{endpoint_id} with "enabled": true) and resend missed events (POST /v1/webhook-endpoints/{endpoint_id}/redeliver). GET /v1/webhook-deliveries shows every attempt.',
    ]);
  }

  /** The key leaked and was revoked. */
  async keyLeaked(tier: Tier, id: string): Promise<void> {
    const key = await this.databases.for(tier).apiKey.findUnique({ where: { id } });
    if (!key?.revokedAt) return;
    const { organizationId, start, last4, name, revokedAt } = key;
    this.logger.warn({ key_id: id, organization_id: organizationId }, 'leaked api key revoked');
    await this.toOwners(organizationId, 'API key revoked', [
      `A third party reported your API key ${start}…${last4} (“${name}”, ${id}, ${tier} tier) as leaked. We revoked it at ${minuteOf(revokedAt)}, and requests with it now fail.`,
      'Create a new key (POST /v1/api-keys) and update your programs. Then remove the old key from the place where it was visible, such as a repository, a log or a page. GET /v1/api-keys shows when the old key was last used, and GET /v1/audit-log shows changes that were made with it.',
    ]);
  }

  async keyCreated(tier: Tier, id: string): Promise<void> {
    const key = await this.databases.for(tier).apiKey.findUnique({ where: { id } });
    if (!key) return;
    const { organizationId, createdAt, rotatedFrom, start, last4, name } = key;
    // A program that creates keys in a loop must not fill a mailbox.
    const windows = [{ max: maxNewKeysPerHour, seconds: hourSeconds }];
    const attempt = await this.attempts.take(`new-key-notice:${organizationId}`, windows);
    if (!attempt.allowed) return;
    const origin = rotatedFrom === null ? '' : `, which replaces the key ${rotatedFrom}`;
    await this.toOwners(organizationId, 'API key created', [
      `An API key was created in your Simulation Service organization at ${minuteOf(createdAt)}: ${start}…${last4} (“${name}”, ${id}, ${tier} tier)${origin}.`,
      `If you do not expect this key, revoke it (DELETE /v1/api-keys/${id}) and check GET /v1/audit-log. You get at most ${maxNewKeysPerHour} of these emails in an hour; GET /v1/api-keys lists all keys.`,
    ]).catch(async (error: unknown) => {
      await attempt.release();
      throw error;
    });
  }

  signedIn(change: AccountChange): Promise<void> {
    const cause = `A browser that had not signed in before signed in to your Simulation Service account ${sourceOf(change)}.`;
    return this.toUser(change, 'New sign-in', cause);
  }

  passwordChanged(change: AccountChange): Promise<void> {
    const cause = `The password of your Simulation Service account was changed ${sourceOf(change)}. All other sessions have ended.`;
    return this.toUser(change, 'Password changed', cause);
  }

  /** An owner who lost the role gets the email too. */
  async memberChanged({ organization_id: organizationId, email, change, at }: MemberChange): Promise<void> {
    const { subject, verb } = memberChanges[change];
    const paragraphs = [
      `${email} ${verb} on Simulation Service at ${minuteOf(new Date(at))}.`,
      'If you expected this, no action is needed. If not, remove the user or change the role (GET /v1/members), and check GET /v1/audit-log, which names who made the change.',
    ];
    await this.toOwners(
      organizationId,
      subject,
      paragraphs,
      change === 'demoted' || change === 'owner_removed' ? [email] : [],
    );
  }

  /**
   * What ended with the first sign-in by link. Names objects by id only: a third party may have chosen their names and URLs, to send the owner
   * a message in our name.
   */
  async accountDiscarded(organizationId: string): Promise<void> {
    const discarded = (await Promise.all(tiers.map((tier) => this.discardedIn(tier, organizationId)))).flat();
    this.logger.warn({ organization_id: organizationId, count: discarded.length }, 'unverified account discarded');
    const omitted = discarded.length - maxListed;
    await this.toOwners(organizationId, 'Unconfirmed account reset', [
      'Your Simulation Service account was created with a password before you confirmed your email address. You have now signed in by email for the first time. Because a third party may have created the account, we removed its password, ended its sessions and replaced its signing secrets.',
      discarded.length === 0
        ? 'The account had no API keys and nothing else that could have remained.'
        : 'We also ended everything that had been created in the account. Requests with these keys and links now fail:',
      ...discarded.slice(0, maxListed),
      ...(omitted > 0 ? [`And ${omitted} more.`] : []),
      'If you created the account yourself, create new API keys (POST /v1/api-keys) and what else you need, and update your programs. GET /v1/audit-log shows what ended.',
    ]);
  }

  /** The audit log of the tier is complete, even if the first attempt to verify failed after the commit of the sandbox database. */
  private async discardedIn(tier: Tier, organizationId: string): Promise<string[]> {
    const rows = await this.databases.for(tier).auditEntry.findMany({
      where: { organizationId, actorKind: 'system', action: { in: Object.keys(discardedKinds) } },
      orderBy: { id: 'asc' },
      select: { action: true, subject: true, details: true },
    });
    return rows
      .filter(({ details }) => (details as { reason?: unknown }).reason === discardReason)
      .map(({ action, subject }) => `${discardedKinds[action as AuditAction]} ${subject} (${tier} tier)`);
  }

  /**
   * Sends to all owners of the organization with a verified address. Rejects if the mail server is unavailable, so that the caller can
   * retry. A permanent rejection by the mail server is only logged.
   *
   * @param also other addresses that get the email
   */
  private async toOwners(organizationId: string, subject: string, paragraphs: string[], also: string[] = []) {
    const owners = await this.databases.for('live').user.findMany({
      where: { organizationId, role: 'owner', emailVerifiedAt: { not: null } },
      select: { email: true },
    });
    const addresses = new Set([...owners.map(({ email }) => email), ...also]);
    for (const to of addresses) await this.send({ to, subject, paragraphs }, organizationId);
  }

  /** The same for one user, also a member. */
  private async toUser({ user_id: id }: AccountChange, subject: string, cause: string): Promise<void> {
    const next =
      'If this was you, no action is needed. If not, reset your password with an email link (POST /v1/auth/password/reset), which ends all sessions. Then check your API keys (GET /v1/api-keys) and GET /v1/audit-log.';
    const user = await this.databases.for('live').user.findFirst({ where: { id, emailVerifiedAt: { not: null } } });
    if (user) await this.send({ to: user.email, subject, paragraphs: [cause, next] }, user.organizationId);
  }

  private async send(notice: Notice, organizationId: string): Promise<void> {
    await this.mailer.send(noticeMail(notice)).catch((error: unknown) => {
      if (!isPermanent(error)) throw error;
      this.logger.error({ error, organization_id: organizationId }, 'failed to notify owner');
    });
  }
}

const sourceOf = ({ address, browser, at }: AccountChange) =>
  `at ${minuteOf(new Date(at))} from the network address ${address} (${browser})`;
