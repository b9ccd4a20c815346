import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest, type ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { AppError } from '../../common/errors/app-error.js';
import { windowMs } from './rate-limiter.service.js';

/** The policy name, the key that is counted, and the maximum requests in any 60 seconds. */
export interface Subject {
  policy: string;
  key: string;
  limit: number;
}

type Count = Awaited<ReturnType<ThrottlerStorage['increment']>>;

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
    return this.handleRequest({
      context,
      limit,
      ttl: windowMs,
      blockDuration: 0,
      throttler: { name: policy, limit, ttl: windowMs },
      getTracker: () => key,
      generateKey: (_context, tracker) => tracker,
    });
  }

  protected override async handleRequest({
    context,
    limit,
    throttler,
    getTracker,
  }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const key = await getTracker(http.getRequest<Request>(), context);
    const policy = throttler.name ?? '';
    const count = await this.storageService.increment(key, windowMs, limit, 0, policy);
    return this.report(http.getResponse<Response>(), { policy, key, limit }, count);
  }

  protected report(response: Response, subject: Subject, count: Count): true {
    return reportLimit(response, subject, count);
  }
}
