import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { solveLinear } from '../../math/solve-linear.js';
import { alongDirections, asSimulated, moved, predictTargets, type TargetAgents } from './predict-targets.js';
import type { ResolvedTarget } from './resolve-targets.js';

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
