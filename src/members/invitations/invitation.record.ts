import { z } from 'zod';
import { objectType } from '../../common/http/documented.decorators.js';
import { scopesOf, type PublicScope } from '../../common/identity/caller.js';
import type { Invitation, Organization } from '../../platform/database/generated/client.js';
import { grantedScopesSchema, roleSchema, scopesSchema } from '../access.schema.js';
import { emailFieldSchema, emailSchema, nameSchema } from '../../auth/account.js';

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
    existing_account: z
      .strictObject({
        organization_name: z.string().meta({
          description: 'Name of the organization that the account belongs to.',
          examples: ['Hopper Analytics'],
        }),
        only_user: z.boolean().meta({
          description:
            'True if that organization has no other users. If the user leaves it, everything that the user created there ends.',
        }),
        last_owner: z.boolean().meta({
          description: 'True if the user is its last owner and it has members: the user cannot leave it.',
        }),
      })
      .nullable()
      .meta({
        description:
          'Account of the invited address in another organization, which `move_account` moves. Null if the request has no session of that account.',
        examples: [null],
      }),
  })
  .meta({ id: 'InvitationPreview' });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

export const createInvitationSchema = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  scopes: grantedScopesSchema.optional(),
});
export type CreateInvitation = z.infer<typeof createInvitationSchema>;

const tokenSchema = z.string().min(1).max(200).meta({ description: 'Value of `token` in the link of the email.' });

export const previewInvitationSchema = z.strictObject({ token: tokenSchema });
export type PreviewInvitation = z.infer<typeof previewInvitationSchema>;

export const acceptInvitationSchema = z.strictObject({
  token: tokenSchema,
  name: nameSchema.optional().meta({
    description: 'Name of a new user. Default: derived from the email address. Ignored for an existing account.',
  }),
  move_account: z
    .boolean()
    .optional()
    .meta({
      description:
        'True to move an existing account of the address to the organization. The request needs a session of that account. The user leaves the other organization, which keeps what the user created; if the user is its only user, all of it ends. Default: false.',
      examples: [false],
    }),
});
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

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

export function toInvitationPreview(
  invitation: Invitation & { organization: Organization },
  existing_account: InvitationPreview['existing_account'],
): InvitationPreview {
  const { email: address, role, scopes, expires_at } = toInvitationRecord(invitation);
  const organization_name = invitation.organization.name;
  return { email: address, organization_name, role, scopes, expires_at, existing_account };
}
