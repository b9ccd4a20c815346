import type { components, operations } from '../../api/types';
import type { Scope } from '../api-keys/api-key-table';

export type Member = components['schemas']['Member'];
export type Invitation = components['schemas']['Invitation'];
export type Role = Member['role'];

type Removal = operations['membersRemove'];
export type LeftGroup = Removal['responses'][200]['content']['application/json']['meta']['left'][number];
export type LeftKind = LeftGroup['kind'];
/** The decisions of the owner about what a member leaves. */
export type Choices = Partial<Record<LeftKind, 'end' | 'keep'>>;

/** The role of a user, and the scopes of a member. */
export interface Access {
  role: Role;
  scopes: Scope[];
}

/** What a colleague who runs simulations needs. */
export const defaultAccess: Access = {
  role: 'member',
  scopes: ['simulations:read', 'simulations:write', 'case_studies:read'],
};

export const isComplete = ({ role, scopes }: Access) => role === 'owner' || scopes.length > 0;

/** The API rejects scopes of an owner, who has all. */
export const accessRequest = ({ role, scopes }: Access) => (role === 'owner' ? { role } : { role, scopes });
