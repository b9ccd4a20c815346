import { log } from '../../../math/elementary.js';
import type { Coefficients } from '../../../equations/compile-equations.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** Nests of a choice, as positions. An alternative without a nest has one of its own. */
export interface CompiledNests {
  /** Number of alternatives. */
  readonly alternatives: number;
  /** Members of each nest. */
  readonly members: readonly Int32Array[];
  /** Coefficient with the dissimilarity of each nest; -1 for the nest of a single alternative, whose dissimilarity is 1. */
  readonly dissimilarities: readonly number[];
  /** Memberships of alternatives that are divided between two nests. */
  readonly divided: readonly DividedAlternative[];
}

/** An alternative in two nests: a share of it is in the first, and the rest is in the second. */
export interface DividedAlternative {
  readonly alternative: number;
  /** Coefficient with the share. */
  readonly share: number;
  readonly nests: readonly [Membership, Membership];
}

/** Position of an alternative in the members of a nest. */
export interface Membership {
  readonly nest: number;
  readonly member: number;
}

/** Parameters of the nests at some values of the coefficients. */
export interface NestValues {
  /** Dissimilarity of each nest, above 0 and at most 1. */
  readonly dissimilarities: Float64Array;
  /** Logarithm of the share of each member that is in the nest, by nest. */
  readonly logShares: readonly Float64Array[];
}

/** Draws of coefficients can lie outside the range of these parameters. */
const minDissimilarity = 0.01;
const minShare = 1e-6;

/**
 * Compiles the nests of a decision; undefined if it has none.
 *
 * @param order ids of the coefficients, whose positions the result contains. Default: those of the decision
 */
export function compileNests(
  decision: ConditionalLogit,
  order: readonly string[] = decision.coefficients.map(({ id }) => id),
): CompiledNests | undefined {
  const { alternatives, nests, divided = [] } = decision;
  if (!nests) return undefined;
  const positionOf = (id: string) => alternatives.findIndex((alternative) => alternative.id === id);
  const inNests = new Set(nests.flatMap((nest) => nest.alternatives));
  const alone = Array.from(alternatives.keys()).filter((k) => !inNests.has(alternatives[k]!.id));
  return {
    alternatives: alternatives.length,
    members: [
      ...nests.map((nest) => Int32Array.from(nest.alternatives, positionOf)),
      ...alone.map((alternative) => Int32Array.of(alternative)),
    ],
    dissimilarities: [...nests.map(({ dissimilarity }) => order.indexOf(dissimilarity)), ...alone.map(() => -1)],
    divided: divided.map(({ alternative, share, nests: ids }) => {
      const membershipIn = (id: string): Membership => {
        const nest = nests.findIndex((own) => own.id === id);
        return { nest, member: nests[nest]!.alternatives.indexOf(alternative) };
      };
      return {
        alternative: positionOf(alternative),
        share: order.indexOf(share),
        nests: [membershipIn(ids[0]), membershipIn(ids[1])],
      };
    }),
  };
}

/** Ids of the coefficients that are parameters of the nests: dissimilarities, then shares. Nests can have the same dissimilarity. */
export function nestCoefficients({ nests = [], divided = [] }: ConditionalLogit): string[] {
  return [...new Set([...nests.map(({ dissimilarity }) => dissimilarity), ...divided.map(({ share }) => share)])];
}

/** Parameters of the nests, moved into their range. */
export function nestValuesOf({ members, dissimilarities, divided }: CompiledNests, values: Coefficients): NestValues {
  const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  return nestValues(
    members,
    divided,
    Float64Array.from(dissimilarities, (k) => (k < 0 ? 1 : between(values[k]!, minDissimilarity, 1))),
    divided.map(({ share }) => between(values[share]!, minShare, 1 - minShare)),
  );
}

/** @param shares share of each divided alternative in its first nest */
export function nestValues(
  members: CompiledNests['members'],
  divided: CompiledNests['divided'],
  dissimilarities: Float64Array,
  shares: readonly number[],
): NestValues {
  const logShares = members.map((own) => new Float64Array(own.length));
  divided.forEach(({ nests: [first, second] }, k) => {
    logShares[first.nest]![first.member] = log(shares[k]!);
    logShares[second.nest]![second.member] = log(1 - shares[k]!);
  });
  return { dissimilarities, logShares };
}
