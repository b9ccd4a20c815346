import { z } from 'zod';
import { emailSchema, nameSchema } from '../../auth/account.js';
import { pageQueryShape } from '../../common/pagination/page.js';
import { grantedScopesSchema, roleSchema } from '../access.schema.js';

export const createInvitationSchema = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  scopes: grantedScopesSchema.optional(),
});
export type CreateInvitation = z.infer<typeof createInvitationSchema>;

export const listInvitationsSchema = z.strictObject(pageQueryShape);
export type ListInvitations = z.infer<typeof listInvitationsSchema>;

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
