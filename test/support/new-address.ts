import { randomInt } from 'node:crypto';

// Test files do not share a counter. With 16 million addresses, random starts rarely overlap.
let address = randomInt(2 ** 24);

/** A new network address for each call, so that the limits of one test do not affect others. */
export function newAddress(): string {
  address = (address + 1) % 2 ** 24;
  return `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
}
