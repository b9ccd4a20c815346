import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/caller.js';
import { Organizations } from '../organizations/organizations.service.js';
import type { OutboxMessage } from '../platform/outbox/outbox.js';
import { FinishedRuns } from '../simulations/queue/finished-runs.service.js';
import { DeliveryQueue, SimulationQueue } from './simulation-queue.service.js';
import { SignUpNotice } from '../auth/magic-link/sign-up-notice.service.js';
import { SecurityLog } from '../platform/logging/security-log.service.js';
import { Notices } from './notices.service.js';

/** Processes each kind of outbox message. Called at least once for each message. */
@Injectable()
export class MessageHandler {
  constructor(
    private readonly simulations: SimulationQueue,
    private readonly finished: FinishedRuns,
    private readonly deliveries: DeliveryQueue,
    private readonly notices: Notices,
    private readonly signUps: SignUpNotice,
    private readonly log: SecurityLog,
    private readonly organizations: Organizations,
  ) {}

  async handle(tier: Tier, { kind, payload }: OutboxMessage): Promise<void> {
    switch (kind) {
      case 'simulation.queued':
        return this.simulations.wakeWorkers(tier);
      case 'simulation.finished': {
        const event = await this.finished.eventOf(tier, payload.simulation_id);
        return event && this.deliveries.publish(tier, event);
      }
      case 'webhook_deliveries.due':
        return this.deliveries.add(tier, payload.lanes);
      case 'webhook_endpoint.disabled':
        return this.notices.endpointDisabled(tier, payload.endpoint_id);
      case 'api_key.leaked':
        return this.notices.keyLeaked(tier, payload.key_id);
      case 'organization.changed':
        return this.organizations.mirror(payload.organization_id);
      case 'operator.command':
        return this.log.write('operator.command', payload);
      case 'user.signed_up':
        return this.signUps.send(payload.user_id, new Date(payload.signed_up_at));
      case 'api_key.created':
        return this.notices.keyCreated(tier, payload.key_id);
      case 'user.signed_in':
        return this.notices.signedIn(payload);
      case 'user.password_changed':
        return this.notices.passwordChanged(payload);
      case 'member.changed':
        return this.notices.memberChanged(payload);
      case 'unverified_account.discarded':
        return this.notices.accountDiscarded(payload.organization_id);
    }
  }
}
