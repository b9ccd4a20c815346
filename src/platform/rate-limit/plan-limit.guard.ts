import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Caller, Tier } from '../../common/identity/caller.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { LimitGuard, type Subject } from './limit.guard.js';
import type { Taken } from './rate-limiter.service.js';
import { toCount } from './throttler-storage.js';

/** The rate limit key of an organization in a tier. All its API keys and sessions share it. */
export const planSubject = (tier: Tier, organizationId: string) => `organization:${tier}:${organizationId}`;

/** A request after the authentication guard. */
export interface AdmittedRequest extends Request {
  user?: Caller;
  /** Set if the identity cache has already counted the request. */
  taken?: Taken | undefined;
}

/** Applies the limit of the organization's plan, after authentication. */
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

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { taken } = http.getRequest<AdmittedRequest>();
    const subject = this.subjectOf(context);
    if (subject && taken) return this.report(http.getResponse<Response>(), subject, toCount(taken, subject.limit));
    return super.canActivate(context);
  }

  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    const { user: caller } = context.switchToHttp().getRequest<AdmittedRequest>();
    if (!caller) return undefined;
    const limit = this.settings.planLimits[caller.planTier].requests_per_minute;
    return { policy: 'plan', key: planSubject(caller.tier, caller.organizationId), limit };
  }
}
