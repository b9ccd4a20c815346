import { EngineError, type HoldOut, type WorkflowDefinition } from '../definition.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { familyOf } from '../families/family-of.js';
import { modelOf } from './calibrate.js';
import { backtestMarket, isMarket } from './market/calibrate-market.js';
import { type Checks, checksOf } from './evidence/checks.js';
import { Comparison, targetsOf } from './evidence/compare.js';
import { expectRows, simulateRows } from './evidence/simulate-rows.js';
import { heldOutGroups } from './evidence/held-out-comparisons.js';
import { heldOutModel } from './evidence/held-out-series.js';
import { ofOneChoice } from '../authoring/recipe/recipe.schema.js';
import type { BacktestInput, Backtest } from './calibration.js';

/**
 * Simulates agents in the situation of every held-out row, with the training estimates of the definition, and compares
 * their behavior with the observed behavior. Pure.
 *
 * @throws EngineError `backtest_disagrees` if the agents differ from the closed form by more than random error
 *   explains, `invalid_definition` if the definition was not made from this recipe and data
 */
export function backtest(input: BacktestInput): Backtest {
  const { definition, agents, seed } = input;
  if (isMarket(definition)) return backtestMarket(input, definition);
  const { fit } = input.recipe;
  const model = heldOutModel(modelOf(input), definition);
  const { test } = model.rows;
  const trained = withTrainingEstimates(ofOneChoice(definition));
  const expected = expectRows(trained, model, test);
  const simulated = simulateRows(trained, model, test, agents, seed);
  const comparison = new Comparison(model, targetsOf(trained), expected, simulated);
  const checks = checksOf(trained, model, comparison, fit);
  for (const { rows } of heldOutGroups(trained, model, fit.effects)) {
    if (comparison.countResponses(rows) >= fit.least_segment) comparison.compare(rows);
  }
  const { hold_out } = definition.evidence;
  requireSamePredictions(hold_out, checks);
  const [worst] = comparison.disagreements;
  // For interacting agents, the expectation is itself a simulation with random error.
  if (worst && !familyOf(definition.decision).interacting) {
    const { target, predicted, simulated: own, standardError } = worst;
    throw new EngineError(
      'backtest_disagrees',
      `Simulated agents disagree with the closed form of ${target.kind} "${target.id}": simulated ${own}, expected ${predicted}, ` +
        `standard error ${standardError}. Number of disagreements: ${comparison.disagreements.length}.`,
      { disagreements: comparison.disagreements },
    );
  }
  const holdOut = {
    ...hold_out,
    ...checks,
    simulation: { agents: simulated.count, seed },
  };
  return {
    holdOut,
    definition: parseDefinition({ ...definition, evidence: { ...definition.evidence, hold_out: holdOut } }),
  };
}

/** The definition with the estimates behind its held-out results: those of the training data. */
function withTrainingEstimates(definition: WorkflowDefinition): WorkflowDefinition {
  const { decision, evidence } = definition;
  const estimates = evidence.fits.find(({ sample }) => sample === evidence.hold_out.fit)?.estimates;
  if (!estimates) return definition;
  const byId = new Map(estimates.map(({ coefficient, estimate }) => [coefficient, estimate]));
  const coefficients = decision.coefficients.map((own) => ({ ...own, estimate: byId.get(own.id) ?? own.estimate }));
  return { ...definition, decision: { ...decision, coefficients } };
}

/** Prevents a comparison with respondents of another data set or with another model. */
function requireSamePredictions(committed: HoldOut, { observations, outcomes }: Checks): void {
  const isSame =
    committed.observations === observations &&
    outcomes.every(({ outcome, observed, predicted }) => {
      const own = committed.outcomes.find((one) => one.outcome === outcome);
      return own && Math.abs(own.observed - observed) < 2e-6 && Math.abs(own.predicted - predicted) < 2e-6;
    });
  if (!isSame) {
    throw new EngineError(
      'invalid_definition',
      'The held-out results of the definition differ from those of this recipe and data. Use the recipe and data that the definition was made from.',
    );
  }
}
