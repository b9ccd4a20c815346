import { z } from 'zod';
import type { ApiTag } from '../common/http/documented.decorators.js';
import { type CredentialHolder, roles, publicScopes, wildcardScope, tiers } from '../common/identity/caller.js';
import { planTiers } from '../config/plans.js';
import type { Organization, User } from '../platform/database/generated/client.js';
import { emailFieldSchema } from './account.js';
import type { AppError } from '../common/errors/app-error.js';
import type { Taken } from '../platform/rate-limit/rate-limiter.service.js';

export const authTag: ApiTag = {
  name: 'Authentication',
  description: 'Sign-in for users, by an email link or a password. Programs use API keys instead.',
};

const organizationId = z.uuid();
const planTier = z.enum(planTiers);
const name = z.string().meta({ examples: ['Ada Lovelace'] });

const userSchema = z.strictObject({
  user_id: z.uuid().meta({ description: 'Id of the user.' }),
  email: emailFieldSchema.meta({ description: 'Email address.' }),
  name,
  email_verified: z.boolean().meta({ description: 'True after the user signed in with an email link.' }),
  last_login_at: z.iso.datetime().nullable().meta({ description: 'Time of the last sign-in.' }),
  role: z
    .enum(roles)
    .meta({ description: 'An owner has all scopes and manages members. A member has granted scopes.' }),
});

export const identitySchema = z
  .strictObject({
    user: userSchema.nullable().meta({ description: 'User of the session; null for an API key.' }),
    organization: z.strictObject({ organization_id: organizationId, name, plan_tier: planTier }),
    organization_id: organizationId,
    plan_tier: planTier,
    scopes: z.array(z.enum([...publicScopes, wildcardScope])).meta({ description: 'Scopes of the credential.' }),
    auth: z.strictObject({
      method: z.enum(['session', 'api_key']),
      tier: z.enum(tiers),
      key_id: z
        .uuid()
        .nullable()
        .meta({ examples: [null] }),
      expires_at: z.iso
        .datetime()
        .nullable()
        .meta({ description: 'Expiry time of the credential; null if it does not expire.' }),
    }),
  })
  .meta({ id: 'Identity' });
export type IdentityRecord = z.infer<typeof identitySchema>;

/** Builds the response of `me` and of every sign-in. An API key has no user. */
export function toIdentity(
  caller: CredentialHolder,
  organization: Pick<Organization, 'id' | 'name' | 'planTier'>,
  user: User | null,
): IdentityRecord {
  return {
    user: user && {
      user_id: user.id,
      email: user.email,
      name: user.name,
      email_verified: user.emailVerifiedAt !== null,
      last_login_at: user.lastLoginAt?.toISOString() ?? null,
      role: user.role,
    },
    organization: {
      organization_id: organization.id,
      name: organization.name,
      plan_tier: organization.planTier,
    },
    organization_id: organization.id,
    plan_tier: organization.planTier,
    scopes: caller.scopes as IdentityRecord['scopes'],
    auth: {
      method: caller.method,
      tier: caller.tier,
      key_id: caller.method === 'api_key' ? caller.keyId : null,
      expires_at: caller.expiresAt?.toISOString() ?? null,
    },
  };
}

export interface Identified {
  caller: CredentialHolder;
  /** The rate limit result, if the request was already counted. */
  taken?: Taken | undefined;
  /** The reason to reject the request despite the valid credential. */
  refusal?: AppError | undefined;
}
