import { hash, randomInt, timingSafeEqual } from 'node:crypto';

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}

export function sha256Hex(value: string): string {
  return hash('sha256', value, 'hex');
}

/** Compares a secret in constant time, so that response times reveal no part of it. Its length is no secret. */
export function isSameSecret(expected: Buffer, received: Buffer): boolean {
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/** Uniform over the integers from 0 to 2^53 - 1, which a JSON number represents exactly. */
export function randomSeed(): number {
  // randomInt supports at most 2^48, so this combines the upper 26 and the lower 27 bits.
  return randomInt(2 ** 26) * 2 ** 27 + randomInt(2 ** 27);
}
