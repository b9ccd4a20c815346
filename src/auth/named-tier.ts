import type { Request } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { tiers, type Tier } from '../common/identity/tier.js';

/** The tier that the header `Svc-Tier` names, if it is there. Throws {@link AppError} for what is no tier. */
export function namedTier(request: Request): Tier | undefined {
  const value = request.headers['svc-tier'];
  if (value === undefined) return undefined;
  const tier = tiers.find((candidate) => candidate === value);
  if (!tier) throw AppError.validation([{ path: 'Svc-Tier', message: `must be ${tiers.join(' or ')}` }]);
  return tier;
}
