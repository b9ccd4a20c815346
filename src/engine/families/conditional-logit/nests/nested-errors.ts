import { log, sinPi } from '../../../math/elementary.js';
import type { Situation } from '../../../population/situation.js';
import { fillNumbers, streamPurposes } from '../../../random/stream.js';
import { gumbelErrors } from '../choose.js';
import type { CompiledNests, NestValues } from './compile-nests.js';

/**
 * Draws the random errors of nested alternatives: `[alternative * count + row]`. The error of member j of nest m is λ·(ln S + G) with the
 * dissimilarity λ of the nest, a positive stable number S of the nest with the exponent λ, and a Gumbel number G of the member. These errors
 * have the distribution function exp(-Σ (Σ e^(-x/λ))^λ) of the nested logit, and they do not depend on the scenario: no agent leaves an
 * alternative because it became better. The error of an alternative in two nests is the greater one of its errors there, each plus the
 * logarithm of its share, which gives the cross-nested logit. At λ = 1, the errors are those of the conditional logit.
 *
 * Sources: Hougaard, "A class of multivariate failure time distributions", Biometrika 73 (1986), for the joint distribution; Kanter, "Stable
 * densities under change of scale and total variation inequalities", Annals of Probability 3 (1975), for S.
 */
export function nestedErrors(nests: CompiledNests, values: NestValues, situation: Situation): Float64Array {
  const { from, to } = situation;
  const count = to - from;
  const first = gumbelErrors(nests.alternatives, situation);
  const errors = new Float64Array(first.length).fill(-Infinity);
  const isUsed = new Uint8Array(nests.alternatives);
  nests.members.forEach((members, nest) => {
    const dissimilarity = values.dissimilarities[nest]!;
    const common = logStable(nest, dissimilarity, situation);
    // Only alternatives in a second nest need another Gumbel number.
    const second = members.some((alternative) => isUsed[alternative] === 1)
      ? secondErrors(nests, nest, situation)
      : first;
    members.forEach((alternative, member) => {
      const own = isUsed[alternative] === 1 ? second : first;
      const logShare = values.logShares[nest]![member]!;
      for (let row = 0; row < count; row++) {
        const at = alternative * count + row;
        const error = logShare + dissimilarity * (common ? common[row]! + own[at]! : own[at]!);
        if (error > errors[at]!) errors[at] = error;
      }
      isUsed[alternative] = 1;
    });
  });
  return errors;
}

/** Steps of the stream of the choice: 0 is the first error of each alternative. */
function secondErrors({ alternatives }: CompiledNests, nest: number, situation: Situation): Float64Array {
  const { key, from, to, replicate } = situation;
  const errors = new Float64Array(alternatives * (to - from));
  fillNumbers('gumbel', key, streamPurposes.choice, 1 + nest, alternatives, from, to, errors, replicate);
  return errors;
}

/**
 * Logarithm of a positive stable number by agent, E e^(-t·S) = e^(-t^λ): with U uniform on (0, π) and E exponential,
 * S = sin(λU) / sin(U)^(1/λ) · (sin((1 - λ)U) / E)^((1 - λ)/λ). Undefined for λ = 1, where S is 1.
 */
function logStable(nest: number, exponent: number, situation: Situation): Float64Array | undefined {
  if (exponent === 1) return undefined;
  const { key, from, to, replicate } = situation;
  const count = to - from;
  const numbers = new Float64Array(2 * count);
  fillNumbers('uniform', key, streamPurposes.nest, nest, 2, from, to, numbers, replicate);
  const rest = 1 - exponent;
  const out = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const angle = numbers[row]!;
    const waiting = -log(numbers[count + row]!);
    out[row] =
      log(sinPi(exponent * angle)) + (rest * log(sinPi(rest * angle) / waiting) - log(sinPi(angle))) / exponent;
  }
  return out;
}
