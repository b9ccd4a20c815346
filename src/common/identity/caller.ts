import type { PlanTier } from '../../config/plans.js';
import type { Tier } from './tier.js';

/** Who asks. The first argument of every service method. */
export type Caller = CredentialHolder & { origin: Origin };

/** Whose things are meant, and in which database. */
export type Owner = Pick<Caller, 'organizationId' | 'tier'>;

/** What a credential says of who asks. */
export type CredentialHolder = Identity & (ApiKeyCredential | SessionCredential);

/** The request with which they ask. */
export interface Origin {
  /** Under which logs and errors speak of it. */
  requestId: string;
  /** From which it came. */
  address: string;
}

interface Identity {
  organizationId: string;
  planTier: PlanTier;
  /** The database the request acts in. */
  tier: Tier;
  scopes: readonly string[];
}

/** Identifies an organization, and nobody in it. */
interface ApiKeyCredential {
  method: 'api_key';
  keyId: string;
  expiresAt: Date | null;
}

/** Identifies a user and their organization. */
interface SessionCredential {
  method: 'session';
  userId: string;
  expiresAt: Date;
}
