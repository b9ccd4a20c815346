import { NestShares } from '../../families/conditional-logit/nests/nest-shares.js';
import {
  type CompiledNests,
  nestValues,
  type NestValues,
} from '../../families/conditional-logit/nests/compile-nests.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { availableIn } from './conditional-logit.js';

const { exp, log } = Math;
const startingDissimilarity = 0.8;
const startingShare = 0.5;

/**
 * Nested and cross-nested logit. One equation per alternative. The ancillary parameters are the dissimilarities of the nests, above 0, and the
 * shares of divided alternatives, between 0 and 1. Unlike in a simulation, a dissimilarity can exceed 1, so that a fit can show that a nest is
 * wrong.
 *
 * ln P(c) = ln Σ e^T(m) - ln Σ e^W(m) over the nests m, with the value W(m) of the nest and T(m) = W(m) + ln q(c, m).
 * Source of the model: see {@link NestShares}.
 *
 * @param nests its `dissimilarities` and `share`s are positions in `ancillary`
 * @param ancillary ids of the parameters: dissimilarities, then shares
 * @param chosen chosen alternative of each row, from 0; an unavailable alternative has probability 0
 * @param available rows × alternatives, row-major order, 0 for an unavailable alternative. Default: all are available
 */
export function nestedLogit(
  nests: CompiledNests,
  ancillary: readonly string[],
  chosen: Int32Array,
  available?: Uint8Array,
): LikelihoodKernel {
  const { alternatives, members } = nests;
  const slots = alternatives + ancillary.length;
  const isShare = new Set(nests.divided.map(({ share }) => share));
  const shares = new NestShares(nests);
  const utilities = new Float64Array(alternatives);
  const isAvailable = availableIn(alternatives, available);
  const posterior = new Float64Array(members.length);
  /** Position of each alternative in each nest, -1 if it is not in it. */
  const memberOf = Int32Array.from({ length: members.length * alternatives }, (_, at) =>
    members[Math.floor(at / alternatives)]!.indexOf(at % alternatives),
  );
  let known: { readonly own: Float64Array; readonly values: NestValues } | undefined;
  const slopes = slopesByMember(nests, alternatives);
  const [ofChoice, ofValue] = [new Float64Array(slots), new Float64Array(slots)];
  const [meanOfChoice, meanOfValue] = [new Float64Array(slots), new Float64Array(slots)];

  return {
    equations: alternatives,
    ancillary: ancillary.map((id, k) => ({ id, start: isShare.has(k) ? startingShare : startingDissimilarity })),
    evaluate(row, eta, own, out) {
      const choice = chosen[row]!;
      if (!isAvailable(row, choice)) return -Infinity;
      for (let k = 0; k < own.length; k++) if (!(own[k]! > 0 && (!isShare.has(k) || own[k]! < 1))) return -Infinity;
      const parameters = valuesAt(own);
      for (let j = 0; j < alternatives; j++) utilities[j] = isAvailable(row, j) ? eta[j]! : -Infinity;
      shares.evaluate(utilities, parameters);
      const value = evaluateChoice(choice);
      if (out) {
        if (out.isGradientOnly) addGradient(choice, parameters, out.gradient);
        else addDerivatives(choice, parameters, out.gradient, out.hessian);
      }
      return value;
    },
  };

  /** The parameters are the same for all rows of one evaluation of the likelihood. */
  function valuesAt(own: Float64Array): NestValues {
    if (known && isSame(known.own, own)) return known.values;
    known = { own: own.slice(), values: valuesOf(own) };
    setSlopes(known.values);
    return known.values;
  }

  function valuesOf(own: Float64Array): NestValues {
    return nestValues(
      members,
      nests.divided,
      Float64Array.from(nests.dissimilarities, (k) => (k < 0 ? 1 : own[k]!)),
      nests.divided.map(({ share }) => own[share]!),
    );
  }

  /** Writes the probability of each nest given the choice to `posterior`. Returns the logarithm of the probability of the choice. */
  function evaluateChoice(choice: number): number {
    let [greatest, containing] = [-Infinity, 0];
    for (let nest = 0; nest < members.length; nest++) {
      const member = memberOf[nest * alternatives + choice]!;
      posterior[nest] = -Infinity;
      if (member < 0) continue;
      containing++;
      const joint = (posterior[nest] = shares.values[nest]! + shares.logWithin[nest]![member]!);
      if (joint > greatest) greatest = joint;
    }
    if (containing === 1) {
      for (let nest = 0; nest < members.length; nest++) posterior[nest] = Number(posterior[nest]! > -Infinity);
      return greatest - shares.benefit;
    }
    let sum = 0;
    for (let nest = 0; nest < members.length; nest++) sum += posterior[nest] = exp(posterior[nest]! - greatest);
    for (let nest = 0; nest < members.length; nest++) posterior[nest]! /= sum;
    return greatest + log(sum) - shares.benefit;
  }

  /** Derivatives of the utility of each divided member with respect to its share. */
  function setSlopes({ logShares }: NestValues): void {
    nests.divided.forEach(({ nests: memberships }) => {
      memberships.forEach(({ nest, member }, side) => {
        slopes[nest]![member]!.byShare = (side === 0 ? 1 : -1) / exp(logShares[nest]![member]!);
      });
    });
  }

  /** g = Σ πg(T) - ΣQg(W), by nest. */
  function addGradient(choice: number, { dissimilarities }: NestValues, gradient: Float64Array): void {
    for (let nest = 0; nest < members.length; nest++) {
      const [weight, prior] = [posterior[nest]!, shares.between[nest]!];
      if (weight === 0 && prior === 0) continue;
      const own = members[nest]!;
      const q = shares.within[nest]!;
      const dissimilarity = dissimilarities[nest]!;
      const scaled = weight / dissimilarity;
      let surprise = 0;
      for (let i = 0; i < own.length; i++) {
        const alternative = own[i]!;
        const isChosen = alternative === choice;
        if (isChosen) surprise = shares.logWithin[nest]![i]! + shares.entropies[nest]!;
        if (q[i] === 0) continue;
        const slope = (weight - prior - scaled) * q[i]! + (isChosen ? scaled : 0);
        gradient[alternative]! += slope;
        const { share, byShare } = slopes[nest]![i]!;
        if (share >= 0) gradient[share]! += byShare * slope;
      }
      const slot = nests.dissimilarities[nest]!;
      if (slot >= 0)
        gradient[alternatives + slot]! +=
          (weight - prior) * shares.entropies[nest]! - (weight > 0 ? scaled * surprise : 0);
    }
  }

  /** H = Σ π(H(T) + g(T)g(T)ᵗ) - ΣπgΣπgᵗ - (the same of W with the weights Q), by nest. */
  function addDerivatives(
    choice: number,
    { dissimilarities }: NestValues,
    gradient: Float64Array,
    hessian: Float64Array,
  ): void {
    meanOfChoice.fill(0);
    meanOfValue.fill(0);
    for (let nest = 0; nest < members.length; nest++) {
      const [weight, prior] = [posterior[nest]!, shares.between[nest]!];
      if (weight === 0 && prior === 0) continue;
      const own = members[nest]!;
      const q = shares.within[nest]!;
      const logQ = shares.logWithin[nest]!;
      const entropy = shares.entropies[nest]!;
      const dissimilarity = dissimilarities[nest]!;
      const slot = nests.dissimilarities[nest]! < 0 ? -1 : alternatives + nests.dissimilarities[nest]!;
      const chosenMember = memberOf[nest * alternatives + choice]!;
      let variance = 0;
      if (slot >= 0) for (let i = 0; i < own.length; i++) if (q[i]! > 0) variance += q[i]! * (logQ[i]! + entropy) ** 2;

      ofChoice.fill(0);
      ofValue.fill(0);
      for (let i = 0; i < own.length; i++) {
        if (q[i] === 0) continue;
        const byUtility = q[i]!;
        const ofOwn = weight === 0 ? 0 : byUtility + (Number(i === chosenMember) - byUtility) / dissimilarity;
        const { share, byShare } = slopes[nest]![i]!;
        ofValue[own[i]!]! += byUtility;
        ofChoice[own[i]!]! += ofOwn;
        if (share >= 0) {
          ofValue[share]! += byShare * byUtility;
          ofChoice[share]! += byShare * ofOwn;
          // The second derivative of ln s is -1 / s², and that of ln (1 - s) is -1 / (1 - s)².
          hessian[share * slots + share]! -= byShare * byShare * (weight * ofOwn - prior * byUtility);
        }
        for (let k = 0; k < own.length; k++) {
          if (q[k] === 0) continue;
          const change = (i === k ? q[i]! * (1 - q[i]!) : -q[i]! * q[k]!) / dissimilarity;
          const curve = (weight - prior) * change - (weight * change) / dissimilarity;
          addCurve(hessian, nest, i, k, curve);
        }
        if (slot < 0) continue;
        const change = (-q[i]! / dissimilarity) * (logQ[i]! + entropy);
        const distance = (Number(i === chosenMember) - q[i]!) / dissimilarity ** 2;
        const mixed = (weight - prior) * change - weight * (distance + change / dissimilarity);
        addMixedCurve(hessian, nest, i, slot, mixed);
      }
      if (slot >= 0) {
        ofValue[slot] = entropy;
        hessian[slot * slots + slot]! += ((weight - prior) * variance) / dissimilarity;
        if (weight > 0) {
          const surprise = logQ[chosenMember]! + entropy;
          ofChoice[slot] = entropy - surprise / dissimilarity;
          hessian[slot * slots + slot]! += (weight * (2 * surprise - variance)) / dissimilarity ** 2;
        }
      }
      for (let s = 0; s < slots; s++) {
        meanOfChoice[s]! += weight * ofChoice[s]!;
        meanOfValue[s]! += prior * ofValue[s]!;
        for (let t = 0; t < slots; t++)
          hessian[s * slots + t]! += weight * ofChoice[s]! * ofChoice[t]! - prior * ofValue[s]! * ofValue[t]!;
      }
    }
    for (let s = 0; s < slots; s++) {
      gradient[s]! += meanOfChoice[s]! - meanOfValue[s]!;
      for (let t = 0; t < slots; t++)
        hessian[s * slots + t]! += meanOfValue[s]! * meanOfValue[t]! - meanOfChoice[s]! * meanOfChoice[t]!;
    }
  }

  function addCurve(hessian: Float64Array, nest: number, i: number, k: number, curve: number): void {
    const [a, b] = [members[nest]![i]!, members[nest]![k]!];
    const [x, y] = [slopes[nest]![i]!, slopes[nest]![k]!];
    hessian[a * slots + b]! += curve;
    if (y.share >= 0) hessian[a * slots + y.share]! += curve * y.byShare;
    if (x.share < 0) return;
    hessian[x.share * slots + b]! += curve * x.byShare;
    if (y.share >= 0) hessian[x.share * slots + y.share]! += curve * x.byShare * y.byShare;
  }

  function addMixedCurve(hessian: Float64Array, nest: number, i: number, slot: number, curve: number): void {
    const alternative = members[nest]![i]!;
    const { share, byShare } = slopes[nest]![i]!;
    hessian[alternative * slots + slot]! += curve;
    hessian[slot * slots + alternative]! += curve;
    if (share < 0) return;
    hessian[share * slots + slot]! += curve * byShare;
    hessian[slot * slots + share]! += curve * byShare;
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Slot of the share of each member, -1 for none, and the derivative of its utility with respect to the share. */
function slopesByMember({ members, divided }: CompiledNests, alternatives: number) {
  const slopes = members.map((own) => Array.from(own, () => ({ share: -1, byShare: 0 })));
  for (const { share, nests } of divided)
    for (const { nest, member } of nests) slopes[nest]![member]!.share = alternatives + share;
  return slopes;
}
