import type { Caller } from '../common/identity/caller.js';
import type { Organization, User } from '../platform/database/generated/client.js';

/** Who asks, as `me` and the answers to a sign-in tell it. A key stands for no user. */
export function toIdentity(
  caller: Caller,
  organization: Pick<Organization, 'id' | 'name' | 'planTier'>,
  user: User | null,
) {
  return {
    user: user && {
      user_id: user.id,
      email: user.email,
      name: user.name,
      email_verified: user.emailVerifiedAt !== null,
      last_login_at: user.lastLoginAt?.toISOString() ?? null,
    },
    organization: {
      organization_id: organization.id,
      name: organization.name,
      plan_tier: organization.planTier,
    },
    organization_id: organization.id,
    plan_tier: organization.planTier,
    scopes: [...caller.scopes],
    auth: {
      method: caller.method,
      tier: caller.tier,
      key_id: caller.method === 'api_key' ? caller.keyId : null,
      expires_at: caller.expiresAt?.toISOString() ?? null,
    },
  };
}

export type IdentityRecord = ReturnType<typeof toIdentity>;
