import type { PlanTier } from '../../config/plans.js';
import type { Role } from './role.js';
import type { Tier } from './tier.js';

/** The authenticated source of a request. The first argument of every service method. */
export type Caller = CredentialHolder & { origin: Origin };

/** The organization that owns an object, and the database that stores it. */
export type Owner = Pick<Caller, 'organizationId' | 'tier'> & {
  /** Whose places in queues the request takes, see {@link placesOf}. */
  places?: string;
};

/** Whose places a request takes in a queue with a maximum for each organization. Readers of share links do not take those of the organization. */
export const placesOf = ({ organizationId, places = organizationId }: Owner): string => places;

/** The identity of a credential. */
export type CredentialHolder = Identity & (ApiKeyCredential | SessionCredential);

/** The request that a caller sent. */
export interface Origin {
  /** The id of the request in logs and errors. */
  requestId: string;
  /** The network address of the client. */
  address: string;
}

interface Identity {
  organizationId: string;
  planTier: PlanTier;
  /** The database the request acts in. */
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
