import { EngineError } from '../engine-error.js';
import { type CompiledDecision, type Expectation } from '../model/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { type Coefficients, estimatesOf } from '../model/compile-equations.js';
import { type CompiledSimulation } from './compile.js';
import { drawSituation } from '../population/draw-situation.js';
import { drawCoefficients } from './draw-coefficients.js';
import { type Situation } from '../population/situation.js';
import { type StandardErrors, type Uncertainty } from '../summary/uncertainty.js';

/** As many agents tell how the means move with the coefficients; they are the first of the simulation's own. */
const AGENTS_LOOKED_AT = 1_000;
const REPLICATES = 20;

/**
 * How sure the answer is. The coefficients are drawn anew and the first agents' expected outcomes averaged under each draw, under scenario
 * and baseline alike, so that the error of their difference is seen too. Agents who meet are run again with other luck.
 *
 * @throws EngineError whatever a run throws; `meta.draw` then tells of which draw of the coefficients, from 0
 */
export function estimateUncertainty(
  compiled: CompiledSimulation,
  agentCount: number,
  parameterDraws: number,
  afterEach: () => void,
): Uncertainty {
  const { definition, interacting, decision, key } = compiled;
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, key, parameterDraws);
  const { situation } = drawSituation(compiled, 0, interacting ? agentCount : Math.min(agentCount, AGENTS_LOOKED_AT));
  const own = estimatesOf(model);
  if (!interacting) {
    const estimation = standardErrors(expectDraws(decision, situation, draws));
    return { parameterDraws: draws.length, estimation, sampling: undefined };
  }
  const runs = (count: number, run: (replicate: Situation, k: number) => Expectation[]) =>
    Array.from({ length: count }, (_, k) => {
      afterEach();
      return run(replicated(situation, k), k);
    }).flat();
  const sampling = standardErrors(runs(REPLICATES, (replicate) => decision.expect(replicate, [own])));
  const both = standardErrors(runs(draws.length, (replicate, k) => expectDraws(decision, replicate, [draws[k]!], k)));
  return {
    parameterDraws: draws.length,
    estimation: both && sampling && without(both, sampling),
    sampling,
  };
}

/**
 * @param first the number of the first of the draws, for the error
 * @throws EngineError that says which draw does not work, although the estimates themselves do
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
    const message = `Draw ${first + draw} of the coefficients, which the covariance of the evidence allows: ${error.message}`;
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

/** Replicate 0 is the run that the agents show. */
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

/** What is left of a standard error once the part of another is taken out. */
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
