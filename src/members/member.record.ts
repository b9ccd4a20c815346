import { z } from 'zod';
import type { Left } from '../auth/capabilities/capability-end.service.js';
import { capabilities } from '../auth/capabilities/capabilities.js';
import { leftKinds, type LeftKind } from '../auth/capabilities/left-objects.js';
import { objectType } from '../common/http/documented.decorators.js';
import { scopesOf, type PublicScope, tiers } from '../common/identity/caller.js';
import type { User } from '../platform/database/generated/client.js';
import { grantedScopesSchema, roleSchema, scopesSchema } from './access.schema.js';
import { emailFieldSchema } from '../auth/account.js';

export const userIdSchema = z.uuid().meta({ description: 'Id of the user.' });
const time = z.iso.datetime();

export const memberRecordSchema = z
  .strictObject({
    object: objectType('member'),
    user_id: userIdSchema,
    email: emailFieldSchema.meta({ description: 'Email address.' }),
    name: z.string().meta({ description: 'Name of the user.', examples: ['Ada Lovelace'] }),
    role: roleSchema,
    scopes: scopesSchema,
    created_at: time.meta({ description: 'Time at which the user joined.' }),
    last_login_at: time.nullable().meta({ description: 'Time of the last sign-in.' }),
  })
  .meta({ id: 'Member' });
export type MemberRecord = z.infer<typeof memberRecordSchema>;

export const removedMemberSchema = z.strictObject({
  user_id: userIdSchema,
  deleted: z.boolean().meta({ description: 'False in a dry run.', examples: [true] }),
});
export type RemovedMember = z.infer<typeof removedMemberSchema>;

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

export const updateMemberSchema = z
  .strictObject({ role: roleSchema.optional(), scopes: grantedScopesSchema.optional() })
  .refine(({ role, scopes }) => role !== undefined || scopes !== undefined, 'expected `role`, `scopes`, or both')
  .meta({ examples: [{ role: 'member', scopes: ['simulations:read', 'case_studies:read'] }] });
export type UpdateMember = z.infer<typeof updateMemberSchema>;

const maxListed = 20;

/** What a user leaves, in `meta` of a removal or a change of the access. */
export const leftMetaSchema = z.strictObject({
  dry_run: z.boolean().meta({ description: 'True if nothing was changed.', examples: [false] }),
  left: z
    .array(
      z.strictObject({
        kind: z.enum(leftKinds).meta({ description: 'Kind of the objects.', examples: ['api_keys'] }),
        ended: z.boolean().meta({ description: 'True if they end; false if they remain.', examples: [true] }),
        count: z
          .int()
          .min(1)
          .meta({ description: 'Number of objects in both tiers.', examples: [1] }),
        objects: z
          .array(
            z.strictObject({
              id: z.string().meta({ examples: ['019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10'] }),
              tier: z.enum(tiers),
              name: z
                .string()
                .meta({ description: 'Name, URL, run or workflow of the object.', examples: ['Reports'] }),
            }),
          )
          .max(maxListed)
          .meta({ description: `The newest ${maxListed} of them.` }),
      }),
    )
    .meta({ description: 'What the user, or keys of the user, created in both tiers, by kind.' }),
});
export type LeftMeta = z.infer<typeof leftMetaSchema>;

export function toLeftMeta({ ended, kept }: Left, isDryRun: boolean): LeftMeta {
  const groupsOf = (objects: Left['ended'], isEnded: boolean) =>
    leftKinds.flatMap((kind) => {
      const ofKind = objects.filter((object) => object.kind === kind);
      const listed = ofKind.slice(0, maxListed).map(({ id, tier, label: name }) => ({ id, tier, name }));
      return ofKind.length === 0 ? [] : [{ kind, ended: isEnded, count: ofKind.length, objects: listed }];
    });
  return { dry_run: isDryRun, left: [...groupsOf(ended, true), ...groupsOf(kept, false)] };
}

export function toMemberRecord(user: User): MemberRecord {
  return {
    object: 'member',
    user_id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    scopes: [...scopesOf(user)] as PublicScope[],
    created_at: user.createdAt.toISOString(),
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
  };
}
