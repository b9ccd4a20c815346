import { columnNamed, type Column } from '../columns/column.js';
import { EngineError } from '../engine-error.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { type Coefficients, estimatesOf } from '../equations/compile-equations.js';
import type { CompiledDecision, Expectation } from '../equations/decision-family.js';
import { drawSituation, readSituation, type Situation } from '../population/situation.js';
import { type Percentiles, type Side, sides, type StandardErrors, type Uncertainty } from '../summary/errors.js';
import { quantileOfSorted } from '../summary/moments.js';
import type { AgentGroups } from './simulate-chunk.js';
import type { CompiledSimulation } from './compile.js';
import { drawCoefficients } from './draw-coefficients.js';
import { passOverFigures, withGroupShares } from './estimation-error.js';
import { parameterEffectsOf } from './parameter-effects.js';

/** Maximum agents used to estimate how the means vary with drawn coefficients: the first agents of the simulation. */
const maxAgents = 1_000;
/** Draws of the coefficients between two checks of `beforeRun`. */
const drawsPerCheck = 10;
const replicates = 20;
/** Coefficient draws of interacting agents if the request specifies none. */
const defaultInteractingDraws = 50;

/**
 * Estimates the errors of a simulation's figures that do not follow from its agents.
 *
 * Independent agents: the estimation error follows from analytic derivatives (delta method), or on request from random draws of the
 * coefficients over the first agents; the errors of segments always follow from derivatives.
 * Interacting agents: the run is repeated with other random errors, and with drawn coefficients.
 *
 * @param columns columns of all agents
 * @param parameterDraws number of coefficient draws. Undefined: the delta method, or 50 draws for interacting agents
 * @param groupings segments of the summary
 * @param beforeRun called between the steps of interacting agents, and before each chunk and every few draws of others; it can throw to
 *   cancel
 * @throws EngineError any error of a run; `meta.draw` is the index of the coefficient draw, from 0
 */
export function estimateUncertainty(
  compiled: CompiledSimulation,
  columns: readonly Column[],
  parameterDraws: number | undefined,
  groupings: readonly AgentGroups[],
  beforeRun: () => void,
): Uncertainty {
  const agentCount = columnNamed(columns, 'outcome').values.length;
  if (compiled.interacting)
    return repeatRuns(compiled, agentCount, parameterDraws ?? defaultInteractingDraws, beforeRun);
  const { uncertainty } = passOverFigures(compiled, columns, agentCount, groupings, beforeRun);
  if (parameterDraws === undefined) return uncertainty;
  const { definition, decision, key } = compiled;
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, key, parameterDraws);
  const { situation } = readSituation(compiled, columns, 0, Math.min(agentCount, maxAgents));
  const runs = withOutcomeGroups(definition, expectInParts(decision, situation, draws, beforeRun));
  beforeRun();
  const [center] = withOutcomeGroups(definition, decision.expect(situation, [estimatesOf(model)]));
  const percentiles = runs.length > 0 ? percentilesOf(runs, center!) : undefined;
  return {
    ...uncertainty,
    method: 'draws',
    parameterDraws: draws.length,
    estimation: standardErrors(runs),
    ...(percentiles && { percentiles }),
    segments: parameterDraws > 0 ? uncertainty.segments : undefined,
  };
}

function repeatRuns(
  compiled: CompiledSimulation,
  agentCount: number,
  parameterDraws: number,
  beforeRun: () => void,
): Uncertainty {
  const { definition, decision, key, ...source } = compiled;
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, key, parameterDraws);
  const { situation } = drawSituation({ key, ...source }, 0, agentCount, beforeRun);
  const runs = (count: number, run: (replicate: Situation, k: number) => Expectation[]) =>
    withOutcomeGroups(
      definition,
      Array.from({ length: count }, (_, k) => {
        beforeRun();
        // Replicate 0 is the run in the agents' columns.
        return run({ ...situation, replicate: k + 1 }, k);
      }).flat(),
    );
  const own = estimatesOf(model);
  const simulation = standardErrors(runs(replicates, (replicate) => decision.expect(replicate, [own])));
  const parameterEffects = parameterEffectsOf(compiled, 1, (under) => {
    beforeRun();
    const { situation: own } = drawSituation(under, 0, agentCount, beforeRun);
    return withOutcomeGroups(definition, under.decision.expect(own, [estimatesOf(model)])).map((run) => run.scenario);
  });
  const both = standardErrors(runs(draws.length, (replicate, k) => expectDraws(decision, replicate, [draws[k]!], k)));
  return {
    method: 'draws',
    parameterDraws: draws.length,
    replicates,
    estimation: both && simulation && without(both, simulation),
    simulation,
    segments: undefined,
    curves: undefined,
    parameterEffects: parameterEffects && { whole: parameterEffects[0]! },
  };
}

function withOutcomeGroups({ decision, outcome_groups: groups = [] }: WorkflowDefinition, runs: Expectation[]) {
  if (groups.length === 0) return runs;
  const ids = familyOf(decision)
    .outcomes(decision)
    .map(({ id }) => id);
  const members = groups.map(({ outcomes }) => outcomes.map((id) => ids.indexOf(id)));
  const insert = (values: Float64Array) => withGroupShares(values, ids.length, members);
  return runs.map(({ scenario, baseline }) => ({ scenario: insert(scenario), baseline: insert(baseline) }));
}

/** Expectations for each draw of the coefficients, with a check before every few draws. */
function expectInParts(
  decision: CompiledDecision,
  situation: Situation,
  draws: readonly Coefficients[],
  beforeRun: () => void,
): Expectation[] {
  const expectations: Expectation[] = [];
  for (let from = 0; from < draws.length; from += drawsPerCheck) {
    beforeRun();
    expectations.push(...expectDraws(decision, situation, draws.slice(from, from + drawsPerCheck), from));
  }
  return expectations;
}

/**
 * Expectations for each draw of the coefficients.
 *
 * @param first index of the first draw, for the error
 * @throws EngineError that names the draw whose coefficients fail
 */
function expectDraws(
  decision: CompiledDecision,
  situation: Situation,
  draws: readonly Coefficients[],
  first = 0,
): Expectation[] {
  if (draws.length === 0) return [];
  try {
    return decision.expect(situation, draws);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'simulation_canceled') throw error;
    const draw = draws.length === 1 ? 0 : draws.findIndex((one) => fails(() => decision.expect(situation, [one])));
    const message = `Draw ${first + draw} of the coefficients from their covariance fails: ${error.message}`;
    throw new EngineError(error.code, message, { ...error.meta, draw: first + draw });
  }
}

function fails(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}

function valueOf(run: Expectation, side: Side, figure: number): number {
  return side === 'difference' ? run.scenario[figure]! - run.baseline[figure]! : run[side][figure]!;
}

function bySide<Value>(compute: (side: Side) => Value): Record<Side, Value> {
  const [scenario, baseline, difference] = sides.map(compute) as [Value, Value, Value];
  return { scenario, baseline, difference };
}

function standardErrors(runs: readonly Expectation[]): StandardErrors | undefined {
  const [first] = runs;
  if (!first) return undefined;
  return bySide((side) =>
    Float64Array.from(first.scenario, (_, figure) => standardDeviation(runs.map((run) => valueOf(run, side, figure)))),
  );
}

/** Distances of the 2.5th and 97.5th percentiles of the draws from the expectation at the estimates. */
function percentilesOf(runs: readonly Expectation[], center: Expectation): Record<Side, Percentiles> {
  return bySide((side) => {
    const sorted = Array.from(center.scenario, (_, figure) =>
      Float64Array.from(runs, (run) => valueOf(run, side, figure)).sort(),
    );
    const distance = (probability: number, sign: number) =>
      Float64Array.from(sorted, (values, figure) =>
        Math.max(0, sign * (quantileOfSorted(values, probability) - valueOf(center, side, figure))),
      );
    return { below: distance(0.025, -1), above: distance(0.975, 1) };
  });
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Standard errors without the part of independent errors: squares subtract. */
function without(both: StandardErrors, part: StandardErrors): StandardErrors {
  return bySide((side) => both[side].map((value, k) => Math.sqrt(Math.max(0, value ** 2 - part[side][k]! ** 2))));
}
