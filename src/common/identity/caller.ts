import type { PlanTier } from '../../config/plans.js';

export const publicScopes = [
  'simulations:read',
  'simulations:write',
  'case_studies:read',
  'case_studies:write',
  'keys:read',
  'keys:write',
] as const;
export type PublicScope = (typeof publicScopes)[number];

/** Only the operator CLI can grant this scope. */
export const wildcardScope = '*';

export function grants(scopes: readonly string[], needed: PublicScope): boolean {
  return scopes.includes(needed) || scopes.includes(wildcardScope);
}

/** An owner has all scopes and manages members. A member has the scopes that an owner granted. */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

export interface Access {
  role: Role;
  scopes: readonly string[];
}

/** The scopes of the sessions of a user. */
export const scopesOf = ({ role, scopes }: Access): readonly string[] => (role === 'owner' ? publicScopes : scopes);

/** The database of a request. Sandbox keys never reach the live database, and live keys never reach the sandbox database. */
export const tiers = ['sandbox', 'live'] as const;
export type Tier = (typeof tiers)[number];

export const perTier = <Value>(of: (tier: Tier) => Value): Record<Tier, Value> => ({
  sandbox: of('sandbox'),
  live: of('live'),
});

/** The authenticated source of a request. The first argument of every service method. */
export type Caller = CredentialHolder & { origin: Origin };

/** The organization that owns an object, and the database that stores it. */
export type Owner = Pick<Caller, 'organizationId' | 'tier'> & {
  /** Whose places in queues the request takes, see {@link placesOf}. */
  places?: string;
};

/** Whose places a request takes in a queue with a maximum for each organization. Readers of share links do not take those of the organization. */
export const placesOf = ({ organizationId, places = organizationId }: Owner): string => places;

export type CredentialHolder = Identity & (ApiKeyCredential | SessionCredential);

export interface Origin {
  /** The id of the request in logs and errors. */
  requestId: string;
  address: string;
}

interface Identity {
  organizationId: string;
  planTier: PlanTier;
  tier: Tier;
  scopes: readonly string[];
}

/** Identifies an organization, but no user. */
interface ApiKeyCredential {
  method: 'api_key';
  keyId: string;
  expiresAt: Date | null;
}

/** Identifies a user and their organization. */
interface SessionCredential {
  method: 'session';
  userId: string;
  role: Role;
  /** The name of the session in Redis. It is not the cookie. */
  sessionKey: string;
  expiresAt: Date;
}
