import { z } from 'zod';
import type { ApiTag } from '../common/http/documented.decorators.js';
import { AppError } from '../common/errors/app-error.js';
import { roles, type Access, type Role, publicScopes } from '../common/identity/caller.js';

export const membersTag: ApiTag = {
  name: 'Members',
  description:
    'Users of the organization and invitations by email. These routes need a session: API keys do not manage users. Both tiers have the same members.',
};

export const roleSchema = z.enum(roles).meta({
  description: 'An `owner` has all scopes and manages members. A `member` has the scopes in `scopes`.',
  examples: ['member'],
});

export const grantedScopesSchema = z
  .array(z.enum(publicScopes))
  .min(1)
  .max(publicScopes.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain a scope twice')
  .meta({
    description: 'Scopes of a member, at least one, without duplicates. Omit them for an owner.',
    uniqueItems: true,
    examples: [['simulations:read', 'simulations:write', 'case_studies:read']],
  });

export const scopesSchema = z
  .array(z.enum(publicScopes))
  .meta({ description: 'Scopes of the sessions of the user. An owner has all.', examples: [['simulations:read']] });

/**
 * The requested access of a user. Throws {@link AppError} `validation_error` if the scopes do not fit the role.
 *
 * @param before the access of an existing user: a member keeps the scopes if the request has none
 */
export function accessOf(
  { role, scopes }: { role: Role; scopes?: readonly string[] | undefined },
  before?: Access,
): Access {
  if (role === 'owner') {
    if (scopes) throw invalidScopes('must be omitted for an owner, who has all scopes');
    return { role, scopes: [] };
  }
  const granted = scopes ?? (before?.role === 'member' ? before.scopes : undefined);
  if (!granted) throw invalidScopes('required for a member');
  return { role, scopes: granted };
}

const invalidScopes = (message: string) => AppError.validation([{ path: 'scopes', message }]);

export const auditedAccess = ({ role, scopes }: Access) => ({ role, ...(role === 'member' && { scopes }) });
