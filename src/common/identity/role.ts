import { publicScopes } from './scopes.js';

/** An owner has all scopes and manages members. A member has the scopes that an owner granted. */
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

/** What a user can do in the organization, as stored. */
export interface Access {
  role: Role;
  /** Empty for an owner. */
  scopes: readonly string[];
}

/** The scopes of the sessions of a user. */
export const scopesOf = ({ role, scopes }: Access): readonly string[] => (role === 'owner' ? publicScopes : scopes);
