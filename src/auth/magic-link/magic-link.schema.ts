import { z } from 'zod';
import { emailSchema, nameSchema } from '../account.js';

/** The names apply only to a new account. By default, they are derived from the address. */
export const requestMagicLinkSchema = z.strictObject({
  email: emailSchema,
  name: nameSchema.optional().meta({
    description: 'Name of a new user. Default: derived from the email address. Ignored for existing accounts.',
  }),
  organization_name: nameSchema.optional().meta({
    description: 'Name of a new organization. Default: the name of the user. Ignored for existing accounts.',
    examples: ['Lovelace Research'],
  }),
});
export type RequestMagicLink = z.infer<typeof requestMagicLinkSchema>;

const tokenSchema = z.string().min(1).max(200).meta({ description: 'Value of `token` in the sign-in link.' });

export const previewMagicLinkSchema = z.strictObject({ token: tokenSchema });
export type PreviewMagicLink = z.infer<typeof previewMagicLinkSchema>;

export const verifyMagicLinkSchema = z.strictObject({
  token: tokenSchema,
  unverified_account: z.enum(['keep', 'discard']).optional().meta({
    description:
      'Decision about the contents of an account that was created by password and whose email address was never verified: API keys, share links, webhook endpoints, private workflows, datasets, populations and calibrations. `keep`: they remain. `discard`: all end. The password and all sessions end in both cases. Default: `keep` if the request carries a session of that account, otherwise `discard`. Ignored for other accounts.',
  }),
});
export type VerifyMagicLink = z.infer<typeof verifyMagicLinkSchema>;
