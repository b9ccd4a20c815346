import { EngineError } from '../engine-error.js';
import type { CompiledDecision, Expectation } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { type Coefficients, estimatesOf } from '../model/compile-equations.js';
import type { CompiledSimulation } from './compile.js';
import { drawSituation } from '../population/draw-situation.js';
import { drawCoefficients } from './draw-coefficients.js';
import type { Situation } from '../population/situation.js';
import type { StandardErrors, Uncertainty } from '../summary/uncertainty.js';

/** Maximum agents used to estimate how the means vary with the coefficients: the first agents of the simulation. */
const maxAgents = 1_000;
/** Runs with other random errors, for families whose agents interact. */
const replicates = 20;

/**
 * Estimates the standard errors of a simulation's means. It draws coefficients and averages the expected outcomes of the first agents for
 * each draw, under scenario and baseline, so that the error of their difference is estimated too. For interacting agents, it also repeats
 * the run with other random errors.
 *
 * @param parameterDraws number of coefficient draws
 * @param beforeRun called before each run of interacting agents; it can throw to cancel
 * @throws EngineError any error of a run; `meta.draw` is the index of the coefficient draw, from 0
 */
export function estimateUncertainty(
  compiled: CompiledSimulation,
  agentCount: number,
  parameterDraws: number,
  beforeRun: () => void,
): Uncertainty {
  const { definition, interacting, decision, key } = compiled;
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, key, parameterDraws);
  const { situation } = drawSituation(compiled, 0, interacting ? agentCount : Math.min(agentCount, maxAgents));
  const own = estimatesOf(model);
  if (!interacting) {
    const estimation = standardErrors(expectDraws(decision, situation, draws));
    return { parameterDraws: draws.length, estimation, sampling: undefined };
  }
  const runs = (count: number, run: (replicate: Situation, k: number) => Expectation[]) =>
    Array.from({ length: count }, (_, k) => {
      beforeRun();
      return run(replicated(situation, k), k);
    }).flat();
  const sampling = standardErrors(runs(replicates, (replicate) => decision.expect(replicate, [own])));
  const both = standardErrors(runs(draws.length, (replicate, k) => expectDraws(decision, replicate, [draws[k]!], k)));
  return {
    parameterDraws: draws.length,
    estimation: both && sampling && without(both, sampling),
    sampling,
  };
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
    if (!(error instanceof EngineError)) throw error;
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

/** Replicate 0 is the run in the agents' columns, so that the others start at 1. */
function replicated(situation: Situation, k: number): Situation {
  return { ...situation, replicate: k + 1 };
}

function standardErrors(runs: readonly Expectation[]): StandardErrors | undefined {
  const [first] = runs;
  if (!first) return undefined;
  const spreadOf = (read: (run: Expectation, k: number) => number) =>
    Float64Array.from(first.scenario, (_, k) => standardDeviation(runs.map((run) => read(run, k))));
  return {
    scenario: spreadOf((run, k) => run.scenario[k]!),
    baseline: spreadOf((run, k) => run.baseline[k]!),
    difference: spreadOf((run, k) => run.scenario[k]! - run.baseline[k]!),
    runs: runs.length,
  };
}

function standardDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Standard errors without the part of independent errors: squares subtract. */
function without(both: StandardErrors, part: StandardErrors): StandardErrors {
  const rest = (a: Float64Array, b: Float64Array) =>
    a.map((value, k) => Math.sqrt(Math.max(0, value ** 2 - b[k]! ** 2)));
  return {
    scenario: rest(both.scenario, part.scenario),
    baseline: rest(both.baseline, part.baseline),
    difference: rest(both.difference, part.difference),
    runs: both.runs,
  };
}
