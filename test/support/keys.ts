import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from './api-client.js';

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
  api: ApiClient,
  body: Record<string, unknown> = {},
  idempotencyKey: string = randomUUID(),
): Promise<ApiResponse<ApiKeyRecord>> {
  return api.call<ApiKeyRecord>('/v1/api-keys', {
    method: 'POST',
    json: { name: 'test', scopes: ['simulations:read'], is_test: true, ...body },
    headers: { 'idempotency-key': idempotencyKey },
  });
}

export function rotateKey(
  api: ApiClient,
  keyId: string,
  idempotencyKey: string = randomUUID(),
): Promise<ApiResponse<ApiKeyRecord>> {
  return api.call<ApiKeyRecord>(`/v1/api-keys/${keyId}/rotate`, {
    method: 'POST',
    headers: { 'idempotency-key': idempotencyKey },
  });
}

export function revokeKey(api: ApiClient, keyId: string): Promise<ApiResponse<{ status: string; revoked_at: string }>> {
  return api.call(`/v1/api-keys/${keyId}`, { method: 'DELETE' });
}

/** A caller with a new key that has these scopes and was created by `owner`. */
export async function callerWithScopes(
  owner: ApiClient,
  scopes: string[],
  body: Record<string, unknown> = {},
): Promise<ApiClient & { keyId: string }> {
  const { status, text, body: response } = await createKey(owner, { scopes, ...body });
  if (status !== 201) throw new Error(`create responded ${status}: ${text}`);
  return Object.assign(new ApiClient(owner.url, response.data.key), { keyId: response.data.key_id });
}
