const prefix = 'whsec_';
/** The length of generated secrets. */
export const secretBytes = 32;
const [minBytes, maxBytes] = [24, 64];

/** Formats a secret according to Standard Webhooks. */
export function formatWebhookSecret(bytes: Uint8Array): string {
  return prefix + Buffer.from(bytes).toString('base64');
}

/** The bytes of the signing key. */
export function bytesOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

/** A valid secret for the examples of the API description. */
export const exampleWebhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export function isWebhookSecret(text: string): boolean {
  const bytes = bytesOfSecret(text);
  return bytes.length >= minBytes && bytes.length <= maxBytes && formatWebhookSecret(bytes) === text;
}

/** Whether all bytes are equal, as in a placeholder. Anyone can guess such a secret and forge signatures. */
export function isGuessableSecret(text: string): boolean {
  return new Set(bytesOfSecret(text)).size <= 1;
}
