import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Settings } from '../config/settings.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { AttemptLimiter, daySeconds } from '../platform/rate-limit/attempt-limiter.service.js';
import { isLoopback, networkOf } from '../platform/rate-limit/address-limit.guard.js';

const maxOrganizationsPerDay = 20;

/** Limits new organizations by network address, because each costs storage and has a monthly quota. */
@Injectable()
export class SignUpLimit {
  constructor(
    private readonly attempts: AttemptLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Counts one new organization. Throws {@link AppError} `sign_up_limit_reached`. */
  async take(address: string): Promise<void> {
    // Development and tests create many accounts on one machine.
    if (this.settings.nodeEnv !== 'production' && isLoopback(address)) return;
    const windows = [{ max: maxOrganizationsPerDay, seconds: daySeconds }];
    const attempt = await this.attempts.take(`sign-up:${networkOf(address)}`, windows);
    if (attempt.allowed) return;
    const headers = { 'Retry-After': String(attempt.retryAfterSeconds) };
    throw new AppError('sign_up_limit_reached', { daily_limit: maxOrganizationsPerDay }).withHeaders(headers);
  }
}
