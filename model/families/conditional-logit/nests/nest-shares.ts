import { exp, log } from '../../../math/elementary.js';
import type { CompiledNests, NestValues } from './compile-nests.js';

/**
 * Shares of one agent in a cross-nested logit. With the utility u(j, m) = V(j) + ln(share of j in nest m) and the dissimilarity λ(m):
 *
 * - `within[m][i]`, q = e^(u/λ) / Σ e^(u/λ): probability of member i if the choice is from nest m
 * - `values[m]`, W = λ ln Σ e^(u/λ): value of the nest
 * - `between[m]`, Q = e^W / Σ e^W: probability of the nest
 * - `entropies[m]`, h = -Σ q ln q, which is dW/dλ
 * - `benefit`, ln Σ e^W: expected greatest utility, up to a constant
 * - `probabilities[j]`, Σ Q q: probability of alternative j
 *
 * A nested logit is the case in which no alternative is in two nests, and a conditional logit the case in which each dissimilarity is 1.
 * The arrays are overwritten by the next agent.
 * Sources: Train, "Discrete choice methods with simulation" (2009), sections 4.2 and 4.4; Ben-Akiva and Bierlaire, "Discrete choice methods
 * and their applications to short term travel decisions" (1999), for the cross-nested logit.
 */
export class NestShares {
  readonly within: readonly Float64Array[];
  readonly logWithin: readonly Float64Array[];
  readonly values: Float64Array;
  readonly between: Float64Array;
  readonly entropies: Float64Array;
  readonly probabilities: Float64Array;
  benefit = 0;

  constructor(readonly nests: CompiledNests) {
    const { members, alternatives } = nests;
    this.within = members.map((own) => new Float64Array(own.length));
    this.logWithin = members.map((own) => new Float64Array(own.length));
    this.values = new Float64Array(members.length);
    this.between = new Float64Array(members.length);
    this.entropies = new Float64Array(members.length);
    this.probabilities = new Float64Array(alternatives);
  }

  /** @param utilities one per alternative; -∞ for an alternative that is not available */
  evaluate(utilities: Float64Array, parameters: NestValues): void {
    const { members } = this.nests;
    let greatest = -Infinity;
    for (let nest = 0; nest < members.length; nest++) {
      const value = this.evaluateNest(nest, utilities, parameters);
      this.values[nest] = value;
      if (value > greatest) greatest = value;
    }
    let sum = 0;
    for (let nest = 0; nest < members.length; nest++) sum += this.between[nest] = exp(this.values[nest]! - greatest);
    this.benefit = greatest + log(sum);
    this.probabilities.fill(0);
    for (let nest = 0; nest < members.length; nest++) {
      const share = this.between[nest]! / sum;
      this.between[nest] = share;
      const own = members[nest]!;
      for (let i = 0; i < own.length; i++)
        this.probabilities[own[i]!] = this.probabilities[own[i]!]! + share * this.within[nest]![i]!;
    }
  }

  private evaluateNest(nest: number, utilities: Float64Array, { dissimilarities, logShares }: NestValues): number {
    const own = this.nests.members[nest]!;
    const [shares, within, logWithin] = [logShares[nest]!, this.within[nest]!, this.logWithin[nest]!];
    const dissimilarity = dissimilarities[nest]!;
    let greatest = -Infinity;
    for (let i = 0; i < own.length; i++) {
      const scaled = (utilities[own[i]!]! + shares[i]!) / dissimilarity;
      logWithin[i] = scaled;
      if (scaled > greatest) greatest = scaled;
    }
    this.entropies[nest] = 0;
    if (greatest === -Infinity) {
      within.fill(0);
      return -Infinity;
    }
    if (own.length === 1) {
      within[0] = 1;
      logWithin[0] = 0;
      return dissimilarity * greatest;
    }
    let sum = 0;
    for (let i = 0; i < own.length; i++) sum += within[i] = exp(logWithin[i]! - greatest);
    const total = greatest + log(sum);
    let entropy = 0;
    for (let i = 0; i < own.length; i++) {
      within[i] = within[i]! / sum;
      logWithin[i] = logWithin[i]! - total;
      if (within[i]! > 0) entropy -= within[i]! * logWithin[i]!;
    }
    this.entropies[nest] = entropy;
    return dissimilarity * total;
  }
}
