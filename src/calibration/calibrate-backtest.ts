import { type HoldOut } from '../engine/definition/evidence.schema.js';
import { parseDefinition } from '../engine/validation/parse-definition.js';
import { EngineError } from '../engine/engine-error.js';
import { familyOf } from '../engine/families/family-of.js';
import { modelOf } from './calibrate.js';
import { backtestMarket } from './market/backtest-market.js';
import { isMarket } from './market/calibrate-market.js';
import { type Checks, checksOf } from './evidence/checks.js';
import { Comparison } from './evidence/compare.js';
import { expectRows, targetsOf } from './evidence/expect-rows.js';
import { simulateRows } from './evidence/simulate-rows.js';
import { type BacktestInput, type Backtest } from './backtest.js';

/**
 * Runs agents in the situation of every held-out row and holds what they did against what people did. Pure.
 *
 * @throws EngineError `backtest_disagrees` where the agents leave the closed form by more than their luck, `invalid_definition` where the
 *   definition was not made of this spec and data
 */
export function backtest(input: BacktestInput): Backtest {
  const { definition, agents, seed } = input;
  if (isMarket(definition)) return backtestMarket(input, definition);
  const { fit } = input.spec;
  const model = modelOf(input);
  const { test } = model.rows;
  const expected = expectRows(definition, model, test);
  const simulated = simulateRows(definition, model, test, agents, seed);
  const comparison = new Comparison(model, targetsOf(definition), expected, simulated);
  const checks = checksOf(definition, model, comparison, fit);
  const { hold_out } = definition.evidence;
  requireSamePredictions(hold_out, checks);
  const [worst] = comparison.disagreements;
  // Where agents meet, the expectation is a run like theirs, with luck of its own.
  if (worst && !familyOf(definition.decision).interacting) {
    const { target, predicted, simulated: own, standardError } = worst;
    throw new EngineError(
      'backtest_disagrees',
      `Agents leave the closed form at ${target.kind} ${target.id}: ${own} where ${predicted} is expected, with a standard error of ` +
        `${standardError}; ${comparison.disagreements.length} such places.`,
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

/** Another spec, other data or another definition would hold agents against people who did something else. */
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
      'What was observed and predicted of the held-out people is not what the definition says: it was made of another spec or of other data.',
    );
  }
}
