import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { solveLinear } from '../../math/linear-algebra.js';
import type { ResolvedTarget } from './resolve-targets.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import type { FigureOptions } from '../../equations/agent-figures.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { readSituation, type AgentSource } from '../../population/situation.js';
import type { Column } from '../../columns/column.js';

/** Agents of a definition, drawn once for all evaluations. */
export interface TargetAgents {
  readonly source: AgentSource;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly baseline: Scenario;
}

/** Shares as a simulation reports them: given the latent class of each agent. */
export const asSimulated: FigureOptions = { gradients: false, givenGroup: true };
/** Derivatives that include the effect of the coefficients on the shares of latent classes, as in the estimation error. */
export const asInErrors: FigureOptions = { gradients: true };

/** Agents between two allocations of derivatives. */
const chunkSize = 500;

/** Expected figures of the first agents of a definition, chunk by chunk. */
export function* figuresByChunk(
  definition: WorkflowDefinition,
  { source, columns, baseline }: TargetAgents,
  agents: number,
  options: FigureOptions,
) {
  const { decision } = definition;
  const context = { ...productContextOf(definition), scenario: baseline, baseline };
  const compiled = familyOf(decision).compile(decision, context);
  for (let from = 0; from < agents; from += chunkSize) {
    const to = Math.min(from + chunkSize, agents);
    const { situation } = readSituation(source, columns, from, to);
    yield { from, to, ...compiled.figures!(situation, 'baseline', options) };
  }
}

/**
 * Expected shares of the targets under the baseline over the first agents of a definition with these estimates, and, if requested, their
 * derivatives by target and coefficient.
 *
 * @param agents number of agents; each group must have one of them
 */
export function predictTargets(
  definition: WorkflowDefinition,
  people: TargetAgents,
  targets: readonly ResolvedTarget[],
  agents: number,
  options: FigureOptions,
): { shares: number[]; gradients: Float64Array[] } {
  const width = definition.decision.coefficients.length;
  const totals = targets.map(() => 0);
  const sums = targets.map(() => new Float64Array(options.gradients ? width : 0));
  const counts = targets.map(() => 0);
  for (const { from, to, ...own } of figuresByChunk(definition, people, agents, options))
    targets.forEach(({ isIn, outcomes }, t) => {
      const sum = sums[t]!;
      for (let row = 0; row < to - from; row++) {
        if (isIn[from + row] === 0) continue;
        counts[t] = counts[t]! + 1;
        for (const outcome of outcomes) {
          totals[t] = totals[t]! + own.values[row * own.figures + outcome]!;
          for (let coefficient = 0; coefficient < sum.length; coefficient++)
            sum[coefficient] = sum[coefficient]! + own.gradients[(row * width + coefficient) * own.figures + outcome]!;
        }
      }
    });
  return {
    shares: totals.map((total, t) => total / counts[t]!),
    gradients: sums.map((sum, t) => sum.map((value) => value / counts[t]!)),
  };
}

/** Returns the definition with the estimates changed by `amounts[t]` in direction t. */
export function moved(
  definition: WorkflowDefinition,
  directions: readonly ReadonlyMap<string, number>[],
  amounts: readonly number[],
): WorkflowDefinition {
  const change = (id: string) =>
    directions.reduce((sum, direction, t) => sum + (direction.get(id) ?? 0) * amounts[t]!, 0);
  const { decision } = definition;
  const coefficients = decision.coefficients.map((coefficient) => ({
    ...coefficient,
    estimate: coefficient.estimate + change(coefficient.id),
  }));
  return { ...definition, decision: { ...decision, coefficients } };
}

/** Derivatives of the targets' shares in the directions, from those with respect to the coefficients: by target, then direction. */
export function alongDirections(
  { decision }: WorkflowDefinition,
  gradients: readonly Float64Array[],
  directions: readonly ReadonlyMap<string, number>[],
): number[][] {
  const positions = new Map(decision.coefficients.map(({ id }, position) => [id, position]));
  return gradients.map((gradient) =>
    directions.map((direction) => {
      let sum = 0;
      for (const [id, weight] of direction) sum += weight * gradient[positions.get(id)!]!;
      return sum;
    }),
  );
}

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
