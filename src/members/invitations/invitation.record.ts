import { z } from 'zod';
import { objectType } from '../../common/http/object-type.js';
import { scopesOf } from '../../common/identity/role.js';
import type { PublicScope } from '../../common/identity/scopes.js';
import type { Invitation, Organization } from '../../platform/database/generated/client.js';
import { roleSchema, scopesSchema } from '../access.schema.js';
import { emailFieldSchema } from '../../auth/person.schema.js';

export const invitationIdSchema = z
  .string()
  .regex(/^inv_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the invitation.', examples: ['inv_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });
const email = emailFieldSchema.meta({ description: 'Invited email address.' });
const time = z.iso.datetime();

export const invitationRecordSchema = z
  .strictObject({
    object: objectType('invitation'),
    id: invitationIdSchema,
    email,
    role: roleSchema,
    scopes: scopesSchema,
    invited_by: z.uuid().meta({ description: 'Id of the owner who sent the invitation.' }),
    created_at: time.meta({ description: 'Time at which the email was sent.' }),
    expires_at: time.meta({ description: 'Time after which the link does not work.' }),
  })
  .meta({ id: 'Invitation' });
export type InvitationRecord = z.infer<typeof invitationRecordSchema>;

export const revokedInvitationSchema = z.strictObject({ id: invitationIdSchema, deleted: z.literal(true) });
export type RevokedInvitation = z.infer<typeof revokedInvitationSchema>;

export const invitationPreviewSchema = z
  .strictObject({
    email,
    organization_name: z.string().meta({
      description: 'Name of the organization. An owner of it chose the name.',
      examples: ['Lovelace Research'],
    }),
    role: roleSchema,
    scopes: scopesSchema,
    expires_at: time.meta({ description: 'Time after which the link does not work.' }),
  })
  .meta({ id: 'InvitationPreview' });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

export function toInvitationRecord(invitation: Omit<Invitation, 'hash'>): InvitationRecord {
  const { id, email: address, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    object: 'invitation',
    id,
    email: address,
    role,
    scopes: [...scopesOf(invitation)] as PublicScope[],
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

export function toInvitationPreview(invitation: Invitation & { organization: Organization }): InvitationPreview {
  const { email: address, role, scopes, expires_at } = toInvitationRecord(invitation);
  return { email: address, organization_name: invitation.organization.name, role, scopes, expires_at };
}
