import { exp, log, sinPi } from '../../../math/elementary.js';
import type { CompiledNests, NestValues } from './compile-nests.js';
import { NestShares } from './nest-shares.js';
import type { Situation } from '../../../population/situation.js';
import { fillNumbers, streamPurposes } from '../../../random/stream.js';
import { gumbelErrors } from '../choose.js';

/** Visits the agents one by one with the shares of each, which the next agent overwrites. */
export function eachNested(
  nests: CompiledNests,
  parameters: NestValues,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  visit: (shares: NestShares, row: number) => void,
): void {
  const count = available[0]!.length;
  const shares = new NestShares(nests);
  const own = new Float64Array(nests.alternatives);
  for (let row = 0; row < count; row++) {
    for (let j = 0; j < own.length; j++) own[j] = available[j]![row] === 1 ? utilities[j * count + row]! : -Infinity;
    shares.evaluate(own, parameters);
    visit(shares, row);
  }
}

/** Choice probabilities: `[alternative * count + row]`. */
export function nestedProbabilities(
  nests: CompiledNests,
  parameters: NestValues,
  utilities: Float64Array,
  available: readonly Uint8Array[],
): Float64Array {
  const count = available[0]!.length;
  const out = new Float64Array(utilities.length);
  eachNested(nests, parameters, utilities, available, ({ probabilities }, row) => {
    for (let j = 0; j < probabilities.length; j++) out[j * count + row] = probabilities[j]!;
  });
  return out;
}

/**
 * Writes the derivatives of the probabilities with respect to the utilities, `[utility * alternatives + alternative]` from `at`:
 * dP(j)/dV(k) = Σ over nests Q·q(j)·(q(k) - P(k) + ([j = k] - q(k)) / λ).
 */
export function writeNestSlopes(
  { nests, within, between, probabilities }: NestShares,
  { dissimilarities }: NestValues,
  slopes: Float64Array,
  at: number,
): void {
  const size = nests.alternatives;
  for (let k = 0; k < size; k++)
    for (let j = 0; j < size; j++) slopes[at + k * size + j] = -probabilities[j]! * probabilities[k]!;
  nests.members.forEach((members, nest) => {
    const q = within[nest]!;
    const dissimilarity = dissimilarities[nest]!;
    for (let i = 0; i < members.length; i++) {
      const joint = between[nest]! * q[i]!;
      const to = at + members[i]!;
      for (let k = 0; k < members.length; k++) {
        const own = i === k ? 1 - q[k]! : -q[k]!;
        slopes[to + members[k]! * size] = slopes[to + members[k]! * size]! + joint * (q[k]! + own / dissimilarity);
      }
    }
  });
}

/**
 * Visits the derivatives of the probabilities and of the benefit with respect to the parameters of the nests.
 * Dissimilarity of a nest: dP(j)/dλ = Q·h·(q(j) - P(j)) - Q·q(j)·(ln q(j) + h) / λ, and Q·h for the benefit.
 * Utility of alternative i in one nest: dP(j)/du = Q·q(i)·(q(j) - P(j)) + Q·q(j)·([i = j] - q(i)) / λ, and Q·q(i) for the benefit. A share s
 * changes it by 1 / s in the first nest and by -1 / (1 - s) in the second.
 *
 * @param add receives the coefficient, the alternative (-1: the benefit) and the derivative
 */
export function eachNestDerivative(
  { nests, within, logWithin, between, entropies, probabilities }: NestShares,
  { dissimilarities, logShares }: NestValues,
  add: (coefficient: number, alternative: number, derivative: number) => void,
): void {
  nests.members.forEach((members, nest) => {
    const coefficient = nests.dissimilarities[nest]!;
    if (coefficient < 0 || between[nest] === 0) return;
    const [q, entropy, dissimilarity] = [within[nest]!, entropies[nest]!, dissimilarities[nest]!];
    const weight = between[nest]!;
    add(coefficient, -1, weight * entropy);
    for (let j = 0; j < nests.alternatives; j++) add(coefficient, j, -weight * entropy * probabilities[j]!);
    members.forEach((j, i) => {
      if (q[i] === 0) return;
      add(coefficient, j, weight * q[i]! * (entropy - (logWithin[nest]![i]! + entropy) / dissimilarity));
    });
  });
  for (const { share: coefficient, nests: memberships } of nests.divided) {
    memberships.forEach(({ nest, member }, side) => {
      const [members, q, weight] = [nests.members[nest]!, within[nest]!, between[nest]!];
      if (q[member] === 0 || weight === 0) return;
      const change = (side === 0 ? 1 : -1) / exp(logShares[nest]![member]!);
      add(coefficient, -1, change * weight * q[member]!);
      for (let j = 0; j < nests.alternatives; j++)
        add(coefficient, j, -change * weight * q[member]! * probabilities[j]!);
      members.forEach((j, i) => {
        const own = (Number(i === member) - q[member]!) / dissimilarities[nest]!;
        add(coefficient, j, change * weight * q[i]! * (q[member]! + own));
      });
    });
  }
}

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
