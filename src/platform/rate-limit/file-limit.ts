import type { RequestHandler } from 'express';
import { networkOf } from './address-limit.guard.js';
import { reportLimit } from './limit.guard.js';
import type { RateLimiter } from './rate-limiter.service.js';
import { toCount } from './throttler-storage.js';

/** A page of the dashboard has about 30 files, which browsers keep. */
const filesPerMinute = 600;

/** Limits requests for files by the address of the client (for IPv6, by its /64 network). No guard runs for files. */
export function fileLimit(limiter: RateLimiter): RequestHandler {
  return async (request, response, next) => {
    const key = `address:files:${networkOf(request.address)}`;
    const taken = await limiter.take(key, filesPerMinute);
    reportLimit(response, { policy: 'files', key, limit: filesPerMinute }, toCount(taken, filesPerMinute));
    next();
  };
}
