import { nameText } from '../common/schemas.js';
import { z } from 'zod';
import { momentSchema } from '../common/clock.js';
import type { ApiTag } from '../common/http/documented.decorators.js';
import { createdBySchema, toCreatedBy } from '../common/identity/creator.js';
import { publicScopes, wildcardScope } from '../common/identity/caller.js';
import { rawKeyPattern } from './raw-key.js';
import type { ApiKey } from '../platform/database/generated/client.js';

export const apiKeysTag: ApiTag = {
  name: 'API keys',
  description:
    'Credentials for programs. Each key belongs to one organization and one tier, and has a fixed set of scopes.',
};

const time = z.iso.datetime().nullable();

export const apiKeyIdSchema = z.uuid().meta({ description: 'Id of the API key.' });

const shape = {
  key_id: apiKeyIdSchema,
  name: z.string().meta({ description: 'Name chosen at creation.', examples: ['Reports'] }),
  start: z.string().meta({ description: 'First 12 characters of the raw key.', examples: ['sk_test_1f4a'] }),
  last4: z.string().meta({ description: 'Last 4 characters of the raw key.', examples: ['09be'] }),
  scopes: z
    .array(z.enum([...publicScopes, wildcardScope]))
    .meta({ description: 'Granted scopes. `*` grants all scopes.', examples: [['simulations:read']] }),
  is_test: z.boolean().meta({ description: 'True for the sandbox tier, false for the live tier.' }),
  status: z.enum(['active', 'revoked', 'expired']).meta({ description: 'Only `active` keys authenticate requests.' }),
  created_at: z.iso.datetime().meta({ description: 'Creation time.' }),
  last_used_at: time.meta({
    description: 'Time of the last request, with a precision of one minute; null if the key was never used.',
  }),
  expires_at: time.meta({ description: 'Expiry time; null if the key does not expire.' }),
  revoked_at: time.meta({ description: 'Revocation time; null if the key is not revoked.', examples: [null] }),
  rotated_from: apiKeyIdSchema.nullable().meta({
    description: 'Id of the key that this key replaced; null if it was not created by a rotation.',
    examples: [null],
  }),
  created_by: createdBySchema,
};

export const apiKeyRecordSchema = z.strictObject(shape).meta({ id: 'ApiKey' });

/** A key with its raw value, which only the responses of create and rotate contain. */
export const issuedApiKeySchema = z
  .strictObject({
    ...shape,
    key: z
      .string()
      .regex(rawKeyPattern)
      .meta({
        description: 'Raw key. Only this response contains it.',
        examples: [`sk_test_1f4a${'0'.repeat(56)}09be`],
      }),
  })
  .meta({ id: 'IssuedApiKey' });

export const revokedApiKeySchema = z.strictObject({
  key_id: apiKeyIdSchema,
  status: z.literal('revoked'),
  revoked_at: z.iso.datetime().meta({ description: 'Revocation time.' }),
});

export type ApiKeyRecord = z.infer<typeof apiKeyRecordSchema>;
export type RevokedApiKey = z.infer<typeof revokedApiKeySchema>;

export const createApiKeySchema = z.strictObject({
  name: nameText()
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
    .max(publicScopes.length)
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

/** The fields of a key that its record shows. */
export const listedFields = [
  'id',
  'name',
  'start',
  'last4',
  'scopes',
  'isTest',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
  'rotatedFrom',
  'createdByUserId',
  'createdByKeyId',
] as const satisfies readonly (keyof ApiKey)[];
export type ListedKey = Pick<ApiKey, (typeof listedFields)[number]>;

/** The API record of a key, without the raw key. */
export function toRecord(row: ListedKey, now: Date): ApiKeyRecord {
  return {
    key_id: row.id,
    name: row.name,
    start: row.start,
    last4: row.last4,
    scopes: row.scopes as ApiKeyRecord['scopes'],
    is_test: row.isTest,
    status: statusOf(row, now),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    rotated_from: row.rotatedFrom,
    created_by: toCreatedBy(row),
  };
}

export function statusOf({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date) {
  if (revokedAt) return 'revoked' as const;
  return expiresAt && expiresAt <= now ? ('expired' as const) : ('active' as const);
}
