import { EngineError } from '../../engine-error.js';
import { gumbelFromUniform } from '../../random/gumbel.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { type Situation } from '../../population/situation.js';

/** The step under which the errors of the one decision are drawn. */
const randomStep = 0;

/** Gumbel errors `[alternative * count + row]`: what moves an agent towards an alternative that the model does not know. */
export function gumbelErrors(alternatives: number, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(alternatives * (to - from));
  fillUniforms(key, streamPurposes.choice, randomStep, alternatives, from, to, errors, replicate);
  for (let k = 0; k < errors.length; k++) errors[k] = gumbelFromUniform(errors[k]!);
  return errors;
}

/** The available alternative of greatest utility plus error; of equal ones the first. */
export function choose(
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
  from: number,
): Uint8Array {
  const count = available[0]!.length;
  const choices = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    let best = -1;
    let bestScore = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const at = alternative * count + row;
      const score = utilities[at]! + errors[at]!;
      if (available[alternative]![row] === 1 && score > bestScore) {
        best = alternative;
        bestScore = score;
      }
    }
    if (best < 0) {
      throw new EngineError('no_alternative_available', `Agent ${from + row} has no alternative to choose.`, {
        agent: from + row,
      });
    }
    choices[row] = best;
  }
  return choices;
}

/** exp(utility) over its sum, over the available alternatives; the greatest utility is taken off first so that nothing overflows. */
export function probabilitiesOf(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
  const count = available[0]!.length;
  const probabilities = new Float64Array(utilities.length);
  for (let row = 0; row < count; row++) {
    let greatest = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const utility = utilities[alternative * count + row]!;
      if (available[alternative]![row] === 1 && utility > greatest) greatest = utility;
    }
    let sum = 0;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const at = alternative * count + row;
      const weight = available[alternative]![row] === 1 ? Math.exp(utilities[at]! - greatest) : 0;
      probabilities[at] = weight;
      sum += weight;
    }
    for (let at = row; at < probabilities.length; at += count) probabilities[at] = probabilities[at]! / sum;
  }
  return probabilities;
}
