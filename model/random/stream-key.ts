import { EngineError } from '../engine-error.js';
import { sha256 } from '../math/sha256.js';

/** Philox key: two 32-bit words. */
export interface StreamKey {
  readonly word0: number;
  readonly word1: number;
}

/**
 * Key of all random numbers of one simulation: the first 64 bits, big-endian, of SHA-256 over the JSON text `[seed,"workflow_id"]`.
 * The version of the workflow is not part of the key, so that a new version has the same agents with the same random errors.
 *
 * @param seed integer from 0 to 2^53 - 1
 * @throws EngineError `invalid_argument` for any other seed
 */
export function streamKey(seed: number, workflowId: string): StreamKey {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new EngineError('invalid_argument', `The seed ${seed} is invalid. Use an integer from 0 to 2^53 - 1.`, {
      seed,
    });
  }
  // Adding 0 turns -0 into 0.
  const digest = sha256()
    .update(JSON.stringify([seed + 0, workflowId]))
    .bytes();
  const words = new DataView(digest.buffer, digest.byteOffset);
  return { word0: words.getUint32(0), word1: words.getUint32(4) };
}
