import { z } from 'zod';
import { pageQueryShape } from '../common/pagination/page.js';
import { grantedScopesSchema, roleSchema } from './access.schema.js';

export const listMembersSchema = z.strictObject(pageQueryShape);
export type ListMembers = z.infer<typeof listMembersSchema>;

export const updateMemberSchema = z
  .strictObject({ role: roleSchema.optional(), scopes: grantedScopesSchema.optional() })
  .refine(({ role, scopes }) => role !== undefined || scopes !== undefined, 'expected `role`, `scopes`, or both')
  .meta({ examples: [{ role: 'member', scopes: ['simulations:read', 'case_studies:read'] }] });
export type UpdateMember = z.infer<typeof updateMemberSchema>;
