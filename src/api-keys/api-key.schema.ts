import { z } from 'zod';
import { publicScopes } from '../common/identity/scopes.js';
import { pageQueryShape } from '../common/pagination/page.js';

export const createApiKeySchema = z.strictObject({
  name: z.string().refine((name) => name.trim() !== '' && [...name].length <= 100, 'must be 1 to 100 characters'),
  scopes: z
    .array(z.enum(publicScopes))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must name no scope twice'),
  is_test: z.boolean(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
});
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const listApiKeysSchema = z.strictObject(pageQueryShape);
export type ListApiKeys = z.infer<typeof listApiKeysSchema>;
