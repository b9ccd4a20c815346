import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request } from 'express';
import type { Caller } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { LimitGuard, type Subject } from './limit.guard.js';

/** After the credential: an organization's requests, all its keys and sessions together, in each tier by itself. */
@Injectable()
export class PlanLimitGuard extends LimitGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super(options, storage, reflector);
  }

  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    const { user: caller } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
    if (!caller) return undefined;
    const limit = this.settings.planLimits[caller.planTier].requests_per_minute;
    return { policy: 'plan', key: `organization:${caller.tier}:${caller.organizationId}`, limit };
  }
}
