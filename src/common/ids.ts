import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

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
