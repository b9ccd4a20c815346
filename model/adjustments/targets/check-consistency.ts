import type { IssueList } from '../../definition/issue-list.js';
import { solveLinear } from '../../math/linear-algebra.js';
import { nameOf, type ResolvedTarget } from './resolve-targets.js';

/** Largest difference between equal shares. It allows for shares that a caller rounded to six digits. */
const tolerance = 1e-6;
/** Part of a target's variation, relative to its size, below which other targets determine it. */
const minIndependence = 1e-9;

/**
 * Finds the targets that no others determine. A target that follows from others, such as the last share of a complete set, is not needed; it is
 * an issue if its share differs from the implied one.
 *
 * A target is the sum of a function of agent and outcome: 1 for its outcomes in its group, else 0. Functions are compared by their inner products
 * after subtracting each agent's mean over the outcomes, because the probabilities of an agent always sum to 1.
 */
export function independentTargets(
  list: IssueList,
  targets: readonly ResolvedTarget[],
  outcomeCount: number,
): ResolvedTarget[] {
  const excessive = excessiveSum(targets, outcomeCount);
  if (excessive) list.add([excessive.position, 'share'], excessive.message);
  const all = targets.map((row) => targets.map((column) => innerProduct(row, column, outcomeCount)));
  const positions: number[] = [];
  targets.forEach((target, position) => {
    const products = positions.map((other) => all[position]![other]!);
    const matrix = positions.map((row) => positions.map((column) => all[row]![column]!));
    const weights = solveLinear(matrix, products) ?? products.map(() => 0);
    const own = all[position]![position]!;
    const rest = own - weights.reduce((sum, weight, k) => sum + weight * products[k]!, 0);
    if (rest > minIndependence * own) {
      positions.push(position);
      return;
    }
    const independent = positions.map((other) => targets[other]!);
    const used = independent.filter((_, k) => Math.abs(weights[k]!) > 1e-9);
    const implied = impliedShare(target, independent, weights, outcomeCount);
    if (Math.abs(implied - target.share) > tolerance)
      list.add([target.position, 'share'], disagreement(target, used, implied));
  });
  return positions.map((position) => targets[position]!);
}

/** Shares of different outcomes of one group that sum to 1 or more, although other outcomes remain. */
function excessiveSum(
  targets: readonly ResolvedTarget[],
  outcomeCount: number,
): { position: number; message: string } | undefined {
  for (const first of targets) {
    const parts: ResolvedTarget[] = [];
    for (const target of targets) {
      if (target.group !== first.group || target.position < first.position) continue;
      if (parts.some(({ outcomes }) => outcomes.some((outcome) => target.outcomes.includes(outcome)))) continue;
      parts.push(target);
      const sum = parts.reduce((total, { share }) => total + share, 0);
      const isComplete = parts.reduce((count, { outcomes }) => count + outcomes.length, 0) === outcomeCount;
      if (sum < 1 - tolerance || (isComplete && sum <= 1 + tolerance)) continue;
      const names = parts.map((part) => `${nameOf(part)} (${part.share})`).join(', ');
      return {
        position: target.position,
        message: `${names} sum to ${rounded(sum)}, but must leave a share above 0 for every other outcome; correct them`,
      };
    }
  }
  return undefined;
}

function disagreement(target: ResolvedTarget, used: readonly ResolvedTarget[], implied: number): string {
  if (used.length === 0) return `${nameOf(target)} is always ${rounded(implied)}; remove this target`;
  const others = used.map((other) => `${nameOf(other)} (${other.share})`).join(', ');
  return `${nameOf(target)} is ${target.share}, but it must be ${rounded(implied)} with ${others}; change or remove one of them`;
}

function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function innerProduct(first: ResolvedTarget, second: ResolvedTarget, outcomes: number): number {
  const both = first.outcomes.filter((outcome) => second.outcomes.includes(outcome)).length;
  const centered = both / outcomes - (first.outcomes.length * second.outcomes.length) / outcomes ** 2;
  return centered === 0 ? 0 : (commonAgents(first, second) / first.isIn.length) * centered;
}

function commonAgents(first: ResolvedTarget, second: ResolvedTarget): number {
  if (first.isIn === second.isIn) return first.agents;
  let count = 0;
  for (let row = 0; row < first.isIn.length; row++) count += first.isIn[row]! & second.isIn[row]!;
  return count;
}

/** Share that follows from the other targets: target = Σ weight · other + a constant of each agent. */
function impliedShare(
  target: ResolvedTarget,
  others: readonly ResolvedTarget[],
  weights: readonly number[],
  outcomes: number,
): number {
  let total = (target.agents * target.outcomes.length) / outcomes;
  others.forEach(({ agents, share, outcomes: own }, k) => {
    total += weights[k]! * agents * (share - own.length / outcomes);
  });
  return total / target.agents;
}
