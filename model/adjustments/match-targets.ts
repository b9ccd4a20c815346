import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { IssueList } from '../definition/issue-list.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { CalibrationTarget } from '../definition/adjustments.schema.js';
import { AdjustmentError, type Issue } from '../engine-error.js';
import { familyOf } from '../families/family-of.js';
import { drawSituation } from '../population/situation.js';
import { compile } from '../simulation/compile.js';
import type { AdjustmentContext, AdjustmentStep } from './adjustment-step.js';
import {
  independentTargets,
  knownTargets,
  nameOf,
  type ResolvedTarget,
  withAgents,
} from './targets/resolve-targets.js';
import { adjustableModel, type AdjustableModel } from './targets/directions.js';
import { matchedDefinition } from './targets/matched-definition.js';
import {
  asSimulated,
  predictTargets,
  type TargetAgents,
  shareTolerance,
  solveTargets,
  type Solution,
} from './targets/solve-targets.js';
import { baselineProbabilities, isTiltable, reachableShares, tiltProbabilities } from './targets/tilt-probabilities.js';

export type Match =
  | { readonly ok: true; readonly definition: WorkflowDefinition }
  /** Paths start with the position of the target. */
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Changes the constants of a definition until the expected shares of its baseline match observed shares, to 1e-9 over the given agents. Slopes
 * stay. The result is an ordinary definition, with the covariance of the changed constants. A definition that already has the shares is returned
 * unchanged if all targets are exact. Otherwise its constants keep their values, and the result adds the errors of the targets.
 *
 * Constants are the alternative-specific constants of a conditional logit, the constant of a binary logit, of counts and of a hazard (or its rates
 * by band of periods, for several targets), the thresholds of an ordered logit, and both constants of a willingness to pay. Groups of agents get
 * additional constants. Agents that interact have no closed form, so their models are not adjustable.
 */
export function matchTargets(
  definition: WorkflowDefinition,
  targets: readonly CalibrationTarget[],
  { seed, agentCount }: AdjustmentContext,
): Match {
  if (familyOf(definition.decision).interacting)
    return failed([
      { path: '', message: 'agents of this workflow interact, so no constants match its shares; remove the targets' },
    ]);
  const { known, issues } = knownTargets(definition, targets);
  if (issues.length > 0) return failed(issues);
  const baseline = baselineScenario(definition);
  const source = compile(definition, baseline, seed);
  const drawn = drawSituation(source, 0, agentCount);
  const { resolved, issues: emptyGroups } = withAgents(definition, known, drawn.situation.attributes);
  if (emptyGroups.length > 0) return failed(emptyGroups);

  const list = new IssueList();
  const independent = independentTargets(list, resolved, baselineOutcomes(definition));
  if (list.issues.length > 0) return failed(list.issues);
  const people: TargetAgents = { source, columns: drawn.columns, count: agentCount, baseline };
  const probabilities = isTiltable(definition) ? baselineProbabilities(definition, people) : undefined;
  const predicted = probabilities
    ? sharesOf(probabilities, resolved)
    : predictTargets(definition, people, resolved, agentCount, asSimulated).shares;
  const isPredicted = resolved.every(({ share }, t) => Math.abs(share - predicted[t]!) <= shareTolerance);
  if (isPredicted && independent.every(({ standard_error: error = 0 }) => error === 0)) return { ok: true, definition };

  if (probabilities) checkReachable(list, probabilities, independent);
  const model = adjustableModel(list, definition, independent);
  if (list.issues.length > 0) return failed(list.issues);
  const start = probabilities && !isPredicted ? tiltProbabilities(probabilities, independent) : undefined;
  const solution: Solution = isPredicted
    ? { ok: true, amounts: zeros(model) }
    : solveTargets(model.definition, model.directions, people, independent, start ?? zeros(model));
  if (!solution.ok) {
    independent.forEach((target, t) => {
      const reached = solution.shares[t]!;
      if (Math.abs(reached - target.share) > shareTolerance)
        list.add([target.position, 'share'], unreachable(target, reached, solution.isSingular));
    });
    return failed(list.issues);
  }
  const matched = matchedDefinition(definition, model, solution.amounts, {
    ...{ people, independent },
    record: {
      ...{ seed, agent_count: agentCount },
      targets: targets.map((target, t) => ({ ...target, predicted: predicted[t]!, agents: resolved[t]!.agents })),
    },
  });
  return matched ? { ok: true, definition: matched } : failed([{ path: '', message: undetermined }]);
}

/** Matches the targets of a request. The agents are those of the request, unless the targets name others. */
export const matchStep: AdjustmentStep = (definition, { targets, targetAgents }, context) => {
  if (!targets) return undefined;
  const match = matchTargets(definition, targets, targetAgents ?? context);
  if (match.ok) return match.definition === definition ? undefined : { definition: match.definition, warnings: [] };
  const prefix = 'calibration_targets';
  throw new AdjustmentError(
    match.issues.map(({ path, message }) => ({ path: path === '' ? prefix : `${prefix}.${path}`, message })),
  );
};

/** Number of outcomes that the baseline can have. It does not offer added alternatives. */
function baselineOutcomes({ decision }: WorkflowDefinition): number {
  if (decision.family !== 'conditional_logit') return familyOf(decision).outcomes(decision).length;
  return decision.alternatives.filter(({ offered_in: side }) => side !== 'scenario').length;
}

function failed(issues: readonly Issue[]): Match {
  return { ok: false, issues };
}

function zeros({ directions }: AdjustableModel): number[] {
  return directions.map(() => 0);
}

function sharesOf(probabilities: Float64Array, targets: readonly ResolvedTarget[]): number[] {
  const size = probabilities.length / targets[0]!.isIn.length;
  return targets.map(({ isIn, agents, outcomes }) => {
    let total = 0;
    for (let row = 0; row < isIn.length; row++)
      if (isIn[row] === 1) for (const outcome of outcomes) total += probabilities[row * size + outcome]!;
    return total / agents;
  });
}

function checkReachable(list: IssueList, probabilities: Float64Array, targets: readonly ResolvedTarget[]): void {
  for (const target of targets) {
    const [low, high] = reachableShares(probabilities, target);
    if (target.share > low && target.share < high) continue;
    const range = `${Number(low.toFixed(6))} and ${Number(high.toFixed(6))}`;
    list.add(
      [target.position, 'share'],
      `${nameOf(target)} can only be between ${range}, because of the alternatives that its agents have; use a share between them`,
    );
  }
}

const undetermined = 'the targets do not determine the constants of this workflow; remove a target';

function unreachable(target: ResolvedTarget, reached: number, isSingular: boolean): string {
  const found = `${nameOf(target)} cannot be ${target.share}: the nearest share that was found is ${Number(reached.toFixed(6))}`;
  return isSingular
    ? `${found}. The constants of this workflow cannot match all targets together; remove a target`
    : `${found}. Use a share nearer to it, or remove a target`;
}
