import type { FactoryProvider } from '@nestjs/common';
import type { Owner } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import type { SharedLimits } from './daily-budget.js';

export const IS_VERIFIED = Symbol('IS_VERIFIED');

/** Reads it for each paid request, so that a verification applies to the next one. */
export const isVerifiedProvider: FactoryProvider<SharedLimits['isVerified']> = {
  provide: IS_VERIFIED,
  inject: [Databases],
  useFactory:
    (databases: Databases) =>
    async ({ organizationId, tier }: Owner) => {
      const { rows } = await databases.sql(tier).query<{ is_verified: boolean }>({
        name: 'is organization verified',
        text: 'SELECT is_verified FROM organizations WHERE id = $1',
        values: [organizationId],
      });
      return rows[0]?.is_verified ?? false;
    },
};
