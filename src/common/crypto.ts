import { hash, randomInt } from 'node:crypto';

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}

export function sha256Hex(value: string): string {
  return hash('sha256', value, 'hex');
}

/** Uniform over the integers 0..2^53-1, all of which a JSON number holds exactly. */
export function randomSeed(): number {
  // randomInt spans at most 2^48, so the number is put together from its upper 26 and lower 27 bits.
  return randomInt(2 ** 26) * 2 ** 27 + randomInt(2 ** 27);
}
