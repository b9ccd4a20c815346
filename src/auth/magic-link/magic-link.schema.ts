import { z } from 'zod';
import { emailFieldSchema, emailSchema, nameSchema } from '../account.js';

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

const count = z.int().min(0);

export const linkPreviewSchema = z
  .strictObject({
    email: emailFieldSchema.meta({ description: 'Email address of the user that the link signs in.' }),
    same_browser: z.boolean().meta({
      description:
        'True if this browser requested the link, or has a session of the account. If false, ask the user to confirm the sign-in.',
    }),
    confirms_address: z.boolean().meta({
      description:
        'True if the link confirms the address of an account of which the request has a session. The contents remain, the password ends.',
    }),
    unverified_account: z
      .strictObject({
        organization_name: z.string().meta({
          description: 'Name of the organization. A third party may have chosen it.',
          examples: ['Lovelace Research'],
        }),
        created_at: z.iso.datetime().meta({ description: 'Time of the sign-up.' }),
        api_keys: count.meta({ description: 'Number of active API keys in both tiers.' }),
        share_links: count.meta({ description: 'Number of share links in both tiers.' }),
        webhook_endpoints: count.meta({ description: 'Number of webhook endpoints in both tiers.' }),
        workflows: count.meta({ description: 'Number of versions of private workflows in both tiers.' }),
        datasets: count.meta({ description: 'Number of datasets in both tiers.' }),
        populations: count.meta({ description: 'Number of populations in both tiers.' }),
        calibrations: count.meta({ description: 'Number of calibrations in both tiers.' }),
      })
      .nullable()
      .meta({
        description:
          'Account that was created by password and whose address was never verified: ask the user whether to keep it, and send `unverified_account` to `verify`. Null if there is no such account, or if the request has a session of it.',
      }),
  })
  .meta({ id: 'SignInLinkPreview' });
export type LinkPreview = z.infer<typeof linkPreviewSchema>;
