const prefix = 'whsec_';
const [minBytes, maxBytes] = [24, 64];

/** A secret as Standard Webhooks writes it. */
export function formatWebhookSecret(bytes: Uint8Array): string {
  return prefix + Buffer.from(bytes).toString('base64');
}

/** The bytes that are signed with. */
export function bytesOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

export function isWebhookSecret(text: string): boolean {
  const bytes = bytesOfSecret(text);
  return bytes.length >= minBytes && bytes.length <= maxBytes && formatWebhookSecret(bytes) === text;
}
