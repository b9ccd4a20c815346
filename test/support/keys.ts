import { randomUUID } from 'node:crypto';
import { Api, type Answer } from './api-client.js';

export interface ApiKeyRecord {
  key_id: string;
  name: string;
  key?: string;
  start: string;
  last4: string;
  scopes: string[];
  is_test: boolean;
  status: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  rotated_from: string | null;
}

export function createKey(
  api: Api,
  body: Record<string, unknown> = {},
  idempotencyKey: string = randomUUID(),
): Promise<Answer<ApiKeyRecord>> {
  return api.call<ApiKeyRecord>('/v1/api-keys', {
    method: 'POST',
    json: { name: 'test', scopes: ['simulations:read'], is_test: true, ...body },
    headers: { 'idempotency-key': idempotencyKey },
  });
}

export function rotateKey(
  api: Api,
  keyId: string,
  idempotencyKey: string = randomUUID(),
): Promise<Answer<ApiKeyRecord>> {
  return api.call<ApiKeyRecord>(`/v1/api-keys/${keyId}/rotate`, {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
  });
}

export function revokeKey(api: Api, keyId: string): Promise<Answer<{ status: string; revoked_at: string }>> {
  return api.call(`/v1/api-keys/${keyId}`, { method: 'DELETE' });
}

/** A caller with a new key of these scopes, made by `owner`. */
export async function callerWith(
  owner: Api,
  scopes: string[],
  body: Record<string, unknown> = {},
): Promise<Api & { keyId: string }> {
  const { status, text, body: answer } = await createKey(owner, { scopes, ...body });
  if (status !== 201) throw new Error(`create answered ${status}: ${text}`);
  return Object.assign(new Api(owner.url, answer.data.key), { keyId: answer.data.key_id });
}
