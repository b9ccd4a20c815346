import { z } from 'zod';
import { publicScopes } from '../common/identity/scopes.js';
import { momentSchema } from '../common/moment.js';
import { pageQueryShape } from '../common/pagination/page.js';

export const createApiKeySchema = z.strictObject({
  name: z
    .string()
    .refine((name) => name.trim() !== '' && [...name].length <= 100, 'expected 1 to 100 characters, not only spaces')
    .meta({ minLength: 1, maxLength: 100, examples: ['Reports'] }),
  scopes: z
    .array(z.enum(publicScopes))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain a scope twice')
    .meta({ uniqueItems: true }),
  is_test: z.boolean().meta({ description: 'Must agree with the tier of the key that asks; a session may choose.' }),
  expires_at: momentSchema
    .optional()
    .meta({ description: 'In the future; left out, the key does not expire.', examples: ['2030-01-01T00:00:00Z'] }),
});
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const listApiKeysSchema = z.strictObject(pageQueryShape);
export type ListApiKeys = z.infer<typeof listApiKeysSchema>;
