import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** UUIDv7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

/** A simulation; a sweep; a webhook endpoint, an event that is told to it, and one delivery of that. */
export type IdPrefix = 'sim' | 'swp' | 'we' | 'evt' | 'dlv';

export function newPrefixedId(prefix: IdPrefix): string {
  return `${prefix}_${v7().replaceAll('-', '')}`;
}

/** Need not sort, and is wanted by every request: random bits from Node's store of them cost a tenth. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Whether a value from outside can be such an id at all; what cannot is never asked of the database. */
export function isPrefixedId(prefix: IdPrefix, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(value.slice(prefix.length + 1));
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
