import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import { isPublic } from '../../common/identity/identity.decorators.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { ADDRESS_LIMIT, type AddressLimit } from './rate-limit.decorators.js';
import { RateLimiter, windowMs, type Taken } from './rate-limiter.service.js';

/** A storage for the Nest throttler with an exact sliding window. Its times are whole seconds. */
export class SlidingWindowStorage implements ThrottlerStorage {
  constructor(private readonly limiter: RateLimiter) {}

  async increment(key: string, _ttlMs: number, limit: number) {
    return toCount(await this.limiter.take(key, limit), limit);
  }
}

/** Converts to the format of the throttler. */
export function toCount({ allowed, remaining, resetMs }: Taken, limit: number) {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return {
    totalHits: allowed ? limit - remaining : limit + 1,
    timeToExpire: resetSeconds,
    isBlocked: !allowed,
    timeToBlockExpire: allowed ? 0 : resetSeconds,
  };
}

type Count = ReturnType<typeof toCount>;

/** The policy name, the key that is counted, and the maximum requests in any 60 seconds. */
export interface Subject {
  policy: string;
  key: string;
  limit: number;
}

/** Sets the headers. Throws {@link AppError} `rate_limited`. */
export function reportLimit(response: Response, { policy, limit }: Subject, count: Count): true {
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=${windowMs / 1_000}`);
  response.setHeader('RateLimit', `"${policy}";r=${Math.max(0, limit - count.totalHits)};t=${count.timeToExpire}`);
  if (!count.isBlocked) return true;
  throw new AppError('rate_limited').withHeaders({ 'Retry-After': String(count.timeToBlockExpire) });
}

/** Counts a request and reports the limit in the headers of the IETF RateLimit draft, also if the request is rejected. */
@Injectable()
export abstract class LimitGuard extends ThrottlerGuard {
  /** Returns undefined if this guard does not count the request. */
  protected abstract subjectOf(context: ExecutionContext): Subject | undefined;

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const subject = this.subjectOf(context);
    if (!subject) return true;
    const { policy, key, limit } = subject;
    const count = await this.storageService.increment(key, windowMs, limit, 0, policy);
    return reportLimit(context.switchToHttp().getResponse<Response>(), subject, count);
  }
}

const ipv6NetworkBits = 64;

/** The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which one customer of a provider controls. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6NetworkBits}`).toString();
}

/** Whether a client on the same machine sent the request. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** For public routes without a limit of their own. */
const defaultLimit: AddressLimit = { name: 'public', perMinute: 300 };

/** Limits public routes by the address of the caller (for IPv6, by its /64 network). Runs before authentication. */
@Injectable()
export class AddressLimitGuard extends LimitGuard {
  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    if (!isPublic(context)) return undefined;
    const targets = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<Request>();
    const limit = this.reflector.getAllAndOverride<AddressLimit | null | undefined>(ADDRESS_LIMIT, targets);
    if (limit === null) return undefined;
    const { name, perMinute } = limit ?? defaultLimit;
    return { policy: name, key: `address:${name}:${networkOf(request.address)}`, limit: perMinute };
  }
}

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
  @Inject(SETTINGS) private readonly settings!: Settings;

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { taken } = http.getRequest<AdmittedRequest>();
    const subject = this.subjectOf(context);
    if (subject && taken) return reportLimit(http.getResponse<Response>(), subject, toCount(taken, subject.limit));
    return super.canActivate(context);
  }

  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    const { user: caller } = context.switchToHttp().getRequest<AdmittedRequest>();
    if (!caller) return undefined;
    const limit = this.settings.planLimits[caller.planTier].requests_per_minute;
    return { policy: 'plan', key: planSubject(caller.tier, caller.organizationId), limit };
  }
}
