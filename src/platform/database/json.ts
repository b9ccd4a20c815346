import type { Prisma } from './generated/client.js';

/** Plain data as a JSON column takes it. Prisma's type asks for an index signature, which an interface never has. */
export function toJson(value: object): Prisma.InputJsonObject {
  return value;
}
