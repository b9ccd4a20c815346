import type { Prisma } from './generated/client.js';

/** Converts an object to the type of a JSON column. Prisma requires an index signature, which interfaces do not have. */
export function toJson(value: object): Prisma.InputJsonObject {
  return value;
}
