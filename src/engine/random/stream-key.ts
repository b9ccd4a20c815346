import { createHash } from 'node:crypto';
import { EngineError } from '../engine-error.js';

/** A Philox key: two 32-bit words. */
export interface StreamKey {
  readonly word0: number;
  readonly word1: number;
}

/**
 * The key of all random numbers of one simulation: the first 64 bits, big-endian, of SHA-256 over the JSON text `[seed,"workflow_id"]`.
 * The version of the workflow is left out, so that a new version meets the same people with the same luck.
 *
 * @param seed integer 0 to 2^53 - 1; 0 works like any other
 * @throws EngineError `invalid_argument` for any other seed
 */
export function streamKey(seed: number, workflowId: string): StreamKey {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new EngineError('invalid_argument', `A seed is an integer from 0 to 2^53 - 1, not ${seed}.`, { seed });
  }
  // Adding 0 turns -0 into 0, which JSON would print alike anyway.
  const digest = createHash('sha256')
    .update(JSON.stringify([seed + 0, workflowId]), 'utf8')
    .digest();
  return { word0: digest.readUInt32BE(0), word1: digest.readUInt32BE(4) };
}
