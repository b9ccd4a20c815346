import { kernel, maxKernelAlternatives, noChoice } from '../../kernel/kernel.js';
import { EngineError } from '../../engine-error.js';
import { fillNumbers, streamPurposes } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';
import { chooseByKernel, probabilitiesByKernel } from './choose-by-kernel.js';
import { exp } from '../../math/elementary.js';

/** Step of the random stream that the errors use. */
const randomStep = 0;

/** Draws a standard Gumbel random error for each agent and alternative: `[alternative * count + row]`. */
export function gumbelErrors(alternatives: number, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(alternatives * (to - from));
  fillNumbers('gumbel', key, streamPurposes.choice, randomStep, alternatives, from, to, errors, replicate);
  return errors;
}

/**
 * Index of the available alternative with the greatest utility plus error, by row; the first of equal alternatives.
 *
 * @param from index of the agent in row 0, for the error
 * @throws EngineError `no_alternative_available`
 */
export function choose(
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
  from: number,
): Uint8Array {
  const fast = available.length <= maxKernelAlternatives ? kernel() : undefined;
  const choices = fast
    ? chooseByKernel(fast, utilities, errors, available)
    : choosePlainly(utilities, errors, available);
  const row = choices.indexOf(noChoice);
  if (row >= 0) {
    throw new EngineError('no_alternative_available', `Agent ${from + row} has no available alternative.`, {
      agent: from + row,
    });
  }
  return choices;
}

function choosePlainly(utilities: Float64Array, errors: Float64Array, available: readonly Uint8Array[]): Uint8Array {
  const count = available[0]!.length;
  const choices = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    let best = noChoice;
    let bestScore = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const position = alternative * count + row;
      const score = utilities[position]! + errors[position]!;
      if (available[alternative]![row] === 1 && score > bestScore) {
        best = alternative;
        bestScore = score;
      }
    }
    choices[row] = best;
  }
  return choices;
}

/**
 * Choice probabilities: exp(utility) divided by its sum over the available alternatives, `[alternative * count + row]`. The greatest utility
 * is subtracted first to prevent overflow.
 */
export function probabilitiesOf(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
  const fast = available.length <= maxKernelAlternatives ? kernel() : undefined;
  return fast ? probabilitiesByKernel(fast, utilities, available) : probabilitiesPlainly(utilities, available);
}

function probabilitiesPlainly(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
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
      const position = alternative * count + row;
      const weight = available[alternative]![row] === 1 ? exp(utilities[position]! - greatest) : 0;
      probabilities[position] = weight;
      sum += weight;
    }
    for (let position = row; position < probabilities.length; position += count)
      probabilities[position] = probabilities[position]! / sum;
  }
  return probabilities;
}
