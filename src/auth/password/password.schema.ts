import { z } from 'zod';
import { verifyMagicLinkSchema } from '../magic-link/magic-link.schema.js';
import { emailSchema, nameSchema } from '../account.js';
import { isCommonPassword } from './password-check.service.js';

const minCharacters = 10;
const maxCharacters = 200;

/** Counts Unicode code points, not UTF-16 units. */
const characters = (text: string) => [...text].length;

/** Normalized, because keyboards differ: é can be one code point or two. */
const typed = z.string().normalize('NFKC');

const passwordSchema = typed
  .refine((value) => characters(value) >= minCharacters, `must have at least ${minCharacters} characters`)
  .refine((value) => characters(value) <= maxCharacters, `must have at most ${maxCharacters} characters`)
  .refine((value) => !isCommonPassword(value), 'is one of the most common passwords: choose a less common one')
  .meta({
    description: `Password, ${minCharacters} to ${maxCharacters} characters. Common passwords, and the names of the service, the organization and the address, are rejected.`,
    minLength: minCharacters,
    maxLength: maxCharacters,
    examples: ['seven quiet otters'],
  });

export const signUpSchema = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  name: nameSchema.meta({ description: 'Name of the user.' }),
  organization_name: nameSchema.meta({ description: 'Name of the new organization.', examples: ['Lovelace Research'] }),
});
export type SignUp = z.infer<typeof signUpSchema>;

/** A login accepts passwords that a sign-up rejects. They are just not the correct password. */
export const logInSchema = z.strictObject({
  email: emailSchema,
  password: typed
    .min(1)
    .refine((value) => characters(value) <= maxCharacters, `must have at most ${maxCharacters} characters`)
    .meta({ description: 'Password of the account.', examples: ['seven quiet otters'] }),
});
export type LogIn = z.infer<typeof logInSchema>;

export const changePasswordSchema = z.strictObject({
  current_password: logInSchema.shape.password.meta({ description: 'Current password.' }),
  new_password: passwordSchema,
});
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const resetPasswordSchema = z.strictObject({ ...verifyMagicLinkSchema.shape, new_password: passwordSchema });
export type ResetPassword = z.infer<typeof resetPasswordSchema>;
