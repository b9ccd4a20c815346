import { z } from 'zod';
import { objectType } from '../common/http/object-type.js';
import { scopesOf } from '../common/identity/role.js';
import type { PublicScope } from '../common/identity/scopes.js';
import type { User } from '../platform/database/generated/client.js';
import { roleSchema, scopesSchema } from './access.schema.js';
import { emailFieldSchema } from '../auth/person.schema.js';

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

export const removedMemberSchema = z.strictObject({ user_id: userIdSchema, deleted: z.literal(true) });
export type RemovedMember = z.infer<typeof removedMemberSchema>;

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
