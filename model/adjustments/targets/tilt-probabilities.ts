import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { familyOf } from '../../families/family-of.js';
import { exp, log } from '../../math/elementary.js';
import { solveLinear } from '../../math/linear-algebra.js';
import { asSimulated, figuresByChunk, type TargetAgents } from './solve-targets.js';
import type { ResolvedTarget } from './resolve-targets.js';

const maxIterations = 60;
const maxHalvings = 40;
/** Residual of a share at which the iteration stops. */
const tolerance = 1e-13;

/** Whether a constant multiplies the odds of each agent, so that new probabilities follow from the old ones without the utilities. */
export function isTiltable({ decision }: WorkflowDefinition): boolean {
  if (decision.family === 'binary_logit') return (decision.link ?? 'logit') === 'logit' && !decision.random_intercept;
  return decision.family === 'conditional_logit';
}

/** Probabilities of the outcomes under the baseline: `[row * outcomes + outcome]`. */
export function baselineProbabilities(definition: WorkflowDefinition, people: TargetAgents): Float64Array {
  const { decision } = definition;
  const outcomes = familyOf(decision).outcomes(decision).length;
  const all = new Float64Array(people.count * outcomes);
  for (const { from, figures, values } of figuresByChunk(definition, people, people.count, asSimulated))
    for (let row = 0; row * figures < values.length; row++)
      for (let k = 0; k < outcomes; k++) all[(from + row) * outcomes + k] = values[row * figures + k]!;
  return all;
}

/** Lowest and highest share of a target that any constants can reach, from the outcomes that are available to its agents. */
export function reachableShares(probabilities: Float64Array, target: ResolvedTarget): readonly [number, number] {
  const size = probabilities.length / target.isIn.length;
  let [always, possible] = [0, 0];
  for (let row = 0; row < target.isIn.length; row++) {
    if (target.isIn[row] === 0) continue;
    let [inside, outside] = [false, false];
    for (let k = 0; k < size; k++) {
      if (probabilities[row * size + k] === 0) continue;
      if (target.outcomes.includes(k)) inside = true;
      else outside = true;
    }
    if (inside) possible++;
    if (!outside) always++;
  }
  return [always / target.agents, possible / target.agents];
}

/**
 * Changes of the utilities that match the targets: P(j) becomes proportional to P(j) · exp(Σ δ(t) · [j belongs to t]). The logarithm of the sum
 * is convex in δ and its derivatives are the shares, so Newton's method with halved steps converges from anywhere. With one constant for each
 * outcome, the update α(j) + ln(target / predicted) has the same solution, but converges more slowly.
 * Source: Train, "Discrete choice methods with simulation" (2009), section 2.8.
 *
 * @returns δ by target; undefined if the iteration does not converge, because no δ matches all targets
 */
export function tiltProbabilities(
  probabilities: Float64Array,
  targets: readonly ResolvedTarget[],
): number[] | undefined {
  const problem = tiltProblem(probabilities, targets);
  let amounts = targets.map(() => 0);
  let current = problem(amounts);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    if (current.residuals.every((residual) => Math.abs(residual) <= tolerance)) return amounts;
    const step = solveLinear(current.hessian, current.residuals);
    if (!step) return undefined;
    const next = lineSearch(problem, amounts, step, current);
    // Without progress, the residuals are rounding errors, or no δ matches the targets.
    if (!next) break;
    ({ amounts, current } = next);
  }
  return current.residuals.every((residual) => Math.abs(residual) <= 1e-10) ? amounts : undefined;
}

interface Tilted {
  /** Convex function of δ with its minimum at the solution. */
  readonly value: number;
  /** Target minus share, by target, in units of all agents. */
  readonly residuals: number[];
  readonly hessian: number[][];
}

function lineSearch(
  problem: (amounts: readonly number[]) => Tilted,
  amounts: readonly number[],
  step: readonly number[],
  current: Tilted,
): { amounts: number[]; current: Tilted } | undefined {
  for (let halving = 0, size = 1; halving < maxHalvings; halving++, size /= 2) {
    const tried = amounts.map((amount, t) => amount + size * step[t]!);
    const next = problem(tried);
    const distance = (of: Tilted) => Math.max(...of.residuals.map(Math.abs));
    if (next.value < current.value || distance(next) < distance(current)) return { amounts: tried, current: next };
  }
  return undefined;
}

function tiltProblem(probabilities: Float64Array, targets: readonly ResolvedTarget[]) {
  const count = targets[0]!.isIn.length;
  const size = probabilities.length / count;
  const { patternOf, patterns } = patternsOf(targets, count);
  const members = targets.map(({ outcomes }) => Int32Array.from(outcomes));
  // Outcomes of two targets, for the pairs u ≤ t.
  const shared = members.map((own, t) =>
    members.slice(0, t + 1).map((other) => own.filter((outcome) => other.includes(outcome))),
  );
  const sumAt = (values: Float64Array, positions: Int32Array): number => {
    let sum = 0;
    for (let k = 0; k < positions.length; k++) sum += values[positions[k]!]!;
    return sum;
  };
  return (amounts: readonly number[]): Tilted => {
    const factors = patterns.map((own) =>
      Float64Array.from({ length: size }, (_, k) =>
        exp(own.reduce((sum, t) => (members[t]!.includes(k) ? sum + amounts[t]! : sum), 0)),
      ),
    );
    const sums = new Float64Array(targets.length);
    const products = targets.map(() => new Float64Array(targets.length));
    const shares = new Float64Array(size);
    const own = new Float64Array(targets.length);
    let value = 0;
    for (let row = 0; row < count; row++) {
      const factor = factors[patternOf[row]!]!;
      const active = patterns[patternOf[row]!]!;
      let total = 0;
      for (let k = 0; k < size; k++) {
        shares[k] = probabilities[row * size + k]! * factor[k]!;
        total += shares[k]!;
      }
      value += log(total);
      for (let k = 0; k < size; k++) shares[k] = shares[k]! / total;
      for (let a = 0; a < active.length; a++) {
        const t = active[a]!;
        own[t] = sumAt(shares, members[t]!);
        sums[t] = sums[t]! + own[t];
        const line = products[t]!;
        for (let b = 0; b <= a; b++) {
          const u = active[b]!;
          line[u] = line[u]! + sumAt(shares, shared[t]![u]!) - own[t] * own[u]!;
        }
      }
    }
    const residuals = targets.map(({ share, agents }, t) => (agents * share - sums[t]!) / count);
    const hessian = targets.map((_, t) =>
      targets.map((_, u) => (t >= u ? products[t]![u]! : products[u]![t]!) / count),
    );
    const linear = targets.reduce((sum, { share, agents }, t) => sum + amounts[t]! * share * agents, 0);
    return { value: (value - linear) / count, residuals, hessian };
  };
}

/** Combinations of groups that agents belong to: positions of the targets in ascending order, and the combination of each agent. */
function patternsOf(targets: readonly ResolvedTarget[], count: number) {
  const masks = [...new Set(targets.map(({ isIn }) => isIn))];
  const patterns: number[][] = [];
  const patternOf = new Uint32Array(count);
  // Refines the combinations by one group after another, so that agents of one combination need no list of their own.
  for (const mask of masks) {
    const next = new Map<number, number>();
    for (let row = 0; row < count; row++) {
      const code = 2 * patternOf[row]! + mask[row]!;
      let pattern = next.get(code);
      if (pattern === undefined) {
        pattern = next.size;
        next.set(code, pattern);
      }
      patternOf[row] = pattern;
    }
  }
  for (let row = 0; row < count; row++) {
    if (patterns[patternOf[row]!]) continue;
    patterns[patternOf[row]!] = targets.flatMap(({ isIn }, t) => (isIn[row] === 1 ? [t] : []));
  }
  return { patternOf, patterns };
}
