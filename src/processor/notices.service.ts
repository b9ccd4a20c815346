import { Injectable } from '@nestjs/common';
import { LeakNotice } from '../api-keys/leaked/leak-notice.service.js';
import type { Tier } from '../common/identity/tier.js';
import { DisabledNotice } from '../webhooks/attempts/disabled-notice.service.js';

/** Notifies owners by email. */
@Injectable()
export class Notices {
  constructor(
    private readonly disabled: DisabledNotice,
    private readonly leaked: LeakNotice,
  ) {}

  endpointDisabled(tier: Tier, endpointId: string): Promise<void> {
    return this.disabled.send(tier, endpointId);
  }

  keyLeaked(tier: Tier, keyId: string): Promise<void> {
    return this.leaked.send(tier, keyId);
  }
}
