import { createHmac } from 'node:crypto';
import { bytesOfSecret } from '../endpoints/webhook-secret.js';

/** Signs a message according to Standard Webhooks, version 1, with one signature per secret. Receivers detect forgery and replay. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string | Uint8Array,
): Record<string, string> {
  const head = `${id}.${timestampSeconds}.`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', bytesOfSecret(secret)).update(head).update(body).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
