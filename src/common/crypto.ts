import { hash, hkdfSync, randomInt, timingSafeEqual, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import canonicalizeModule from 'canonicalize';

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}

export function sha256Hex(value: string): string {
  return hash('sha256', value, 'hex');
}

/** A key for one purpose, from the master key. `length` is in bytes. */
export function derivedKey(masterKey: Buffer, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, length));
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

/** Returns a UUIDv7, which sorts by creation time. */
export function newId(): string {
  return v7();
}

/** Prefixes name the type of an object, such as `sim`. */
export function newPrefixedId(prefix: string): string {
  return `${prefix}_${v7().replaceAll('-', '')}`;
}

/** Every request needs an id, and it need not sort: randomUUID uses cached random bytes and costs a tenth of a UUIDv7. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Returns whether the value has the format of such an id. Other values need no database query. */
export function isPrefixedId(prefix: string, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1));
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

// The package is CommonJS, but its types declare an ES module, so that its default export has the type of a namespace.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/** Serializes a value as canonical JSON (RFC 8785), so that the order of keys has no effect. Returns '' for undefined. */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? '';
}
