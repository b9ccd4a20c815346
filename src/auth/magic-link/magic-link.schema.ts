import { z } from 'zod';
import { emailSchema, nameSchema } from '../person.schema.js';

/** The names apply only to a new account. By default, they are derived from the address. */
export const requestMagicLinkSchema = z.strictObject({
  email: emailSchema,
  name: nameSchema.optional(),
  organization_name: nameSchema.optional(),
});
export type RequestMagicLink = z.infer<typeof requestMagicLinkSchema>;

export const verifyMagicLinkSchema = z.strictObject({ token: z.string().min(1).max(200) });
export type VerifyMagicLink = z.infer<typeof verifyMagicLinkSchema>;
