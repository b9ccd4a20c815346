import type { Candidate } from './candidates.js';
import type { Mention } from './mentions.js';
import type { NumericParameter, Reading } from './to-value.js';

/** A numeric parameter that an amount may apply to, and the value that it would get. */
export type NumericCandidate = Candidate<NumericParameter> & { reading: Reading };

export const mentionsOf = (candidate: NumericCandidate | undefined): Mention[] =>
  candidate?.by.filter((mention) => mention !== null) ?? [];
