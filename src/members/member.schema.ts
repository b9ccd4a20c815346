import { z } from 'zod';
import { capabilities } from '../auth/capabilities/capabilities.js';
import { leftKinds, type LeftKind } from '../auth/capabilities/left-objects.js';
import { pageQueryShape } from '../common/pagination/page.js';
import { grantedScopesSchema, roleSchema } from './access.schema.js';

const choiceOf = (kind: LeftKind) =>
  z
    .enum(['end', 'keep'])
    .optional()
    .meta({
      description: `Decision about the ${kind.replaceAll('_', ' ')} that the user or keys of the user created. Default: \`${capabilities[kind].byDefault}\`.`,
    });
const choiceShape = Object.fromEntries(leftKinds.map((kind) => [kind, choiceOf(kind)])) as Record<
  LeftKind,
  ReturnType<typeof choiceOf>
>;
const dry_run = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: '`true`: changes nothing, and shows in `meta.left` what would end. Default: `false`.' });

/** The decisions about everything that a removed user leaves. */
export const removeMemberSchema = z.strictObject({ dry_run, ...choiceShape });
export type RemoveMember = z.infer<typeof removeMemberSchema>;

const { api_keys, share_links, webhook_endpoints } = choiceShape;
/** The decisions about what gives scopes that the user no longer has. */
export const changeAccessSchema = z.strictObject({ dry_run, api_keys, share_links, webhook_endpoints });
export type ChangeAccess = z.infer<typeof changeAccessSchema>;

export const listMembersSchema = z.strictObject(pageQueryShape);
export type ListMembers = z.infer<typeof listMembersSchema>;

export const updateMemberSchema = z
  .strictObject({ role: roleSchema.optional(), scopes: grantedScopesSchema.optional() })
  .refine(({ role, scopes }) => role !== undefined || scopes !== undefined, 'expected `role`, `scopes`, or both')
  .meta({ examples: [{ role: 'member', scopes: ['simulations:read', 'case_studies:read'] }] });
export type UpdateMember = z.infer<typeof updateMemberSchema>;
