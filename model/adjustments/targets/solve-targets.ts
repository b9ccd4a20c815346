import type { WorkflowDefinition, Decision } from '../../definition/definition.schema.js';
import { solveLinear } from '../../math/linear-algebra.js';
import { alongDirections, asSimulated, moved, predictTargets, type TargetAgents } from './predict-targets.js';
import type { ResolvedTarget } from './resolve-targets.js';
import { familyOf } from '../../families/family-of.js';
import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';

/** Largest difference between a share and its target. */
export const shareTolerance = 1e-9;
const maxIterations = 60;
const maxHalvings = 30;

export type Solution =
  | { readonly ok: true; readonly amounts: readonly number[] }
  /** `shares` are the nearest ones that were found. */
  | { readonly ok: false; readonly shares: readonly number[]; readonly isSingular: boolean };

/**
 * Newton's method with halved steps for the amounts in the directions that match all targets.
 *
 * @param start first amounts
 */
export function solveTargets(
  definition: WorkflowDefinition,
  directions: readonly ReadonlyMap<string, number>[],
  agents: TargetAgents,
  targets: readonly ResolvedTarget[],
  start: readonly number[],
): Solution {
  const predict = (amounts: readonly number[], gradients: boolean) =>
    predictTargets(moved(definition, directions, amounts), agents, targets, agents.count, {
      ...asSimulated,
      gradients,
    });
  const distance = (shares: readonly number[]) =>
    shares.reduce((largest, share, t) => Math.max(largest, Math.abs(share - targets[t]!.share)), 0);
  let amounts = [...start];
  let { shares } = predict(amounts, false);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    if (distance(shares) <= shareTolerance / 10) return { ok: true, amounts };
    const { gradients } = predict(amounts, true);
    const residuals = targets.map(({ share }, t) => share - shares[t]!);
    const step = solveLinear(alongDirections(definition, gradients, directions), residuals);
    if (!step) return { ok: false, shares, isSingular: true };
    let size = 1;
    let tried = amounts;
    let next = shares;
    for (let halving = 0; halving < maxHalvings; halving++, size /= 2) {
      tried = amounts.map((amount, t) => amount + size * step[t]!);
      if (!isValid(moved(definition, directions, tried))) continue;
      next = predict(tried, false).shares;
      if (distance(next) < distance(shares)) break;
    }
    if (!(distance(next) < distance(shares))) break;
    [amounts, shares] = [tried, next];
  }
  if (distance(shares) <= shareTolerance) return { ok: true, amounts };
  return { ok: false, shares, isSingular: false };
}

/** Thresholds must increase. */
function isValid({ decision }: WorkflowDefinition): boolean {
  if (decision.family !== 'ordered_logit') return true;
  const values = decision.thresholds.map((id) => decision.coefficients.find((own) => own.id === id)!.estimate);
  return values.every((value, k) => k === 0 || value > values[k - 1]!);
}

/** A constant of an equation: coefficient × scale. */
export interface OwnConstant {
  readonly coefficient: string;
  readonly scale: number;
}

/**
 * Constants that belong to one equation alone, by equation: coefficients of a term without factors that nothing else uses. With latent classes,
 * each class can have its own. `''` is the only equation of families with one predictor.
 */
export function ownConstants(decision: Decision): ReadonlyMap<string, readonly OwnConstant[]> {
  const model = familyOf(decision).linear(decision);
  const fixed = new Set(model.coefficients.flatMap(({ id, fixed }) => (fixed ? [id] : [])));
  const found = new Map<string, readonly OwnConstant[]>();
  for (const term of decision.terms) {
    const { coefficient, scale } = term;
    const own = coefficientsOf(decision, coefficient);
    const isShared = decision.terms.some((other) => other !== term && own.includes(other.coefficient));
    const isAncillary = model.ancillary.includes(coefficient);
    const equations = 'alternatives' in term ? term.alternatives : 'equation' in term ? [String(term.equation)] : [''];
    if (term.factors.length > 0 || scale === 0 || isShared || isAncillary || equations.length > 1) continue;
    if (own.some((id) => fixed.has(id)) || isNotShiftable(decision, own)) continue;
    found.set(
      equations[0]!,
      own.map((id) => ({ coefficient: id, scale })),
    );
  }
  return found;
}

/** The coefficient, and those that replace it in latent classes. */
function coefficientsOf(decision: Decision, coefficient: string): string[] {
  const classes = decision.family === 'conditional_logit' ? (decision.classes ?? []) : [];
  const replacements = classes.flatMap((own) => own.coefficients[coefficient] ?? []);
  return [...new Set([coefficient, ...replacements])];
}

/** A log-normal coefficient does not shift by a constant, and a coefficient that replaces several others would shift them all. */
function isNotShiftable(decision: Decision, own: readonly string[]): boolean {
  if (decision.family !== 'conditional_logit') return false;
  const { coefficients, classes = [] }: ConditionalLogit = decision;
  const isLogNormal = coefficients.some(({ id, taste }) => own.includes(id) && taste?.distribution === 'log_normal');
  const replaces = classes.flatMap((one) =>
    Object.entries(one.coefficients).filter(([replaced, id]) => own.includes(id) && !own.includes(replaced)),
  );
  return isLogNormal || replaces.length > 0;
}
