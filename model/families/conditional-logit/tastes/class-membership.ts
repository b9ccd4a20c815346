import { addGradients, type AgentFigures } from '../../../equations/agent-figures.js';
import { compileEquations, type CompiledEquations } from '../../../equations/compile-equations.js';
import { evaluateEquations } from '../../../equations/evaluate-equations.js';
import type { LinearModel, LinearTerm } from '../../../equations/linear-model.js';
import { oncePerObject } from '../../../memoize.js';
import { exp } from '../../../math/elementary.js';
import { fillNumbers, streamPurposes } from '../../../random/stream.js';
import type { DecisionContext } from '../../../equations/decision-family.js';
import type { Situation } from '../../../population/situation.js';
import { probabilitiesOf } from '../choose.js';
import type { ConditionalLogit, LatentClass } from '../conditional-logit.schema.js';

const classStep = 1;

/** Share of a class: one number for all agents, or one for each agent. */
export type ClassShare = number | Float64Array;

/**
 * Log odds of the latent classes relative to the first class, as a linear model with one equation per class.
 * Source: Bhat, "An endogenous segmentation mode choice model", Transportation Science 31 (1997).
 */
export function membershipModel({ classes = [], coefficients }: ConditionalLogit): LinearModel {
  return {
    equations: classes.map(({ id }) => id),
    coefficients,
    variables: noVariables,
    terms: termsOf(classes),
    ancillary: [],
  };
}

const noVariables: LinearModel['variables'] = [];
// Decisions with other values of the coefficients share the classes, so that their equations are laid out once.
const termsOf = oncePerObject((classes: readonly LatentClass[]) =>
  classes.flatMap(({ id, label, log_odds: constant, membership = [] }): LinearTerm[] => [
    ...(constant ? [{ id, label, coefficient: constant, scale: 1, equations: [id], factors: [] }] : []),
    ...membership.map((term) => ({ ...term, equations: [id] })),
  ]),
);

/** Compiles the log odds of the classes, which are the same under every scenario; undefined without classes. */
export function compileMembership(decision: ConditionalLogit, context: DecisionContext): CompiledEquations | undefined {
  return decision.classes && compileEquations(membershipModel(decision), context, context.baseline);
}

/** Ids of the coefficients in the log odds of the classes. */
export function membershipCoefficients({ classes = [] }: ConditionalLogit): string[] {
  return [...new Set(termsOf(classes).map(({ coefficient }) => coefficient))];
}

/** Ids of the attributes in the log odds of the classes. */
export function membershipAttributes({ classes = [] }: ConditionalLogit): string[] {
  const factors = termsOf(classes).flatMap((term) => term.factors);
  return factors.flatMap((factor) => {
    const source = 'indicator' in factor ? factor.indicator : factor;
    return 'attribute' in source ? [source.attribute] : [];
  });
}

/** Whether the shares of the classes differ between agents. */
export function hasOwnShares({ classes = [] }: Pick<ConditionalLogit, 'classes'>): boolean {
  return classes.some(({ membership = [] }) => membership.length > 0);
}

/** Draws the class of each agent: the class with the greatest log odds plus a Gumbel error, so that shares follow the log odds. */
export function drawClasses(membership: CompiledEquations | undefined, situation: Situation): Uint8Array {
  const { key, from, to } = situation;
  const count = to - from;
  const classes = new Uint8Array(count);
  if (!membership) return classes;
  const size = membership.model.equations.length;
  const logOdds = logOddsOf(membership, situation);
  const errors = new Float64Array(logOdds.length);
  fillNumbers('gumbel', key, streamPurposes.taste, classStep, size, from, to, errors);
  for (let row = 0; row < count; row++) {
    let best = -Infinity;
    for (let k = 0; k < size; k++) {
      const score = logOdds[k * count + row]! + errors[k * count + row]!;
      if (score > best) {
        best = score;
        classes[row] = k;
      }
    }
  }
  return classes;
}

/** Share of each class. A decision without classes has one. */
export function classShares(membership: CompiledEquations | undefined, situation: Situation): ClassShare[] {
  if (!membership) return [1];
  const { count } = situation.attributes;
  const size = membership.model.equations.length;
  const logOdds = logOddsOf(membership, situation);
  const isSame = membership.model.terms.every(({ factors }) => factors.length === 0);
  if (isSame) {
    const weights = Array.from({ length: size }, (_, k) => exp(logOdds[k * count]!));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }
  const all = new Uint8Array(count).fill(1);
  const shares = probabilitiesOf(
    logOdds,
    Array.from({ length: size }, () => all),
  );
  return Array.from({ length: size }, (_, k) => shares.subarray(k * count, (k + 1) * count));
}

/** Share of a class for the agent in a row. */
export function shareAt(share: ClassShare | Uint8Array, row: number): number {
  return typeof share === 'number' ? share : share[row]!;
}

function logOddsOf(membership: CompiledEquations, { attributes, assigned, from }: Situation): Float64Array {
  return evaluateEquations(membership, attributes, assigned.baseline, from);
}

/**
 * Adds the derivatives with respect to the coefficients of the log odds to figures that are means over the classes. The derivative of
 * Σ share(c)·F(c) with respect to the log odds of class k is share(k)·(F(k) - Σ share(c)·F(c)).
 *
 * @param byClass figures of the agents as members of each class: `[figure * count + row]`
 * @param out the means, and their derivatives
 */
export function addMembershipGradients(
  membership: CompiledEquations,
  { attributes, assigned }: Situation,
  shares: readonly (ClassShare | Uint8Array)[],
  byClass: readonly Float64Array[],
  { figures, values, gradients }: AgentFigures,
): void {
  const { count } = attributes;
  const size = shares.length;
  const slopes = new Float64Array(count * size * figures);
  shares.forEach((share, k) => {
    for (let row = 0; row < count; row++)
      for (let figure = 0; figure < figures; figure++) {
        const distance = byClass[k]![figure * count + row]! - values[row * figures + figure]!;
        slopes[(row * size + k) * figures + figure] = shareAt(share, row) * distance;
      }
  });
  addGradients(membership, attributes, assigned.baseline, slopes, gradients);
}
