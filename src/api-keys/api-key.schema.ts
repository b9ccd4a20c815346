import { z } from 'zod';
import { publicScopes } from '../common/identity/caller.js';
import { momentSchema } from '../common/clock.js';
import { pageQueryShape } from '../common/pagination/page.js';

export const createApiKeySchema = z.strictObject({
  name: z
    .string()
    .refine((name) => name.trim() !== '' && [...name].length <= 100, 'expected 1 to 100 characters, not only spaces')
    .meta({
      description: 'Name of the key, 1 to 100 characters.',
      minLength: 1,
      maxLength: 100,
      examples: ['Reports'],
    }),
  scopes: z
    .array(z.enum(publicScopes))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain a scope twice')
    .meta({ description: 'Scopes to grant, without duplicates.', uniqueItems: true, examples: [['simulations:read']] }),
  is_test: z.boolean().meta({
    description:
      'True for a sandbox key, false for a live key. With an API key, the value must match the tier of that key.',
  }),
  expires_at: momentSchema.optional().meta({
    description: 'Expiry time in the future, with a time zone. If omitted, the key does not expire.',
    examples: ['2030-01-01T00:00:00Z'],
  }),
});
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const listApiKeysSchema = z.strictObject(pageQueryShape);
export type ListApiKeys = z.infer<typeof listApiKeysSchema>;
