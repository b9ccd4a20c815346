import type { Request } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { tiers, type Tier } from '../common/identity/tier.js';

/** Returns the tier in the `Svc-Tier` header, undefined without the header, or the error for an invalid tier. */
export function namedTier(request: Request): Tier | AppError | undefined {
  const value = request.headers['svc-tier'];
  if (value === undefined) return undefined;
  const tier = tiers.find((candidate) => candidate === value);
  return tier ?? AppError.validation([{ path: 'Svc-Tier', message: `expected ${tiers.join(' or ')}` }]);
}
