import { type WorkflowOf } from '../../engine/definition/definition.schema.js';
import { parseDefinition } from '../../engine/validation/parse-definition.js';
import { EngineError } from '../../engine/engine-error.js';
import { type Diffusion } from '../../engine/families/diffusion/schema.js';
import { type Coefficients, estimatesOf } from '../../engine/model/compile-equations.js';
import { diffusionModel } from '../../engine/families/diffusion/diffusion-model.js';
import { familyOf } from '../../engine/families/family-of.js';
import { streamKey } from '../../engine/random/stream-key.js';
import { readRows } from '../rows/read-rows.js';
import { forecastsOf } from './calibrate-market.js';
import { type Forecast } from './forecast.js';
import { estimatesOf as marketEstimates } from './market-estimates.js';
import { holdOut } from './market-evidence.js';
import { technologiesOf } from './technologies.js';
import { productContextOf } from '../../engine/model/products/compile-products.js';
import { type Backtest, type BacktestInput } from '../backtest.js';

/** Agents of one run; as many runs as the user asks for agents a held-out answer, and enough to tell their spread. */
const AGENTS = 10_000;
const LEAST_RUNS = 12;
/** So rare by luck (1 in 150,000) that it is none. */
const BEYOND_LUCK = 4.5;

/**
 * Runs agents in each market as it was foretold from its early readings, and holds them against the later ones. Pure.
 *
 * @throws EngineError `backtest_disagrees` where agents leave the forecast's own curve by more than their luck, `invalid_definition` where the
 *   definition was not made of this spec and data
 */
export function backtestMarket(input: BacktestInput, definition: WorkflowOf<Diffusion>): Backtest {
  const { agents, seed, spec } = input;
  const runs = Math.max(agents, LEAST_RUNS);
  const forecasts = forecastsOf(technologiesOf(definition, readRows(spec, input.data)));
  const predicted = holdOut(definition.decision, forecasts);
  if (JSON.stringify(withoutAgents(definition.evidence.hold_out)) !== JSON.stringify(predicted)) {
    throw new EngineError(
      'invalid_definition',
      'What was observed and predicted of the later readings is not what the definition says: it was made of another spec or of other data.',
    );
  }
  const simulated = forecasts.map((forecast) => simulate(definition, forecast, runs, seed));
  const held = {
    ...holdOut(definition.decision, forecasts, simulated),
    simulation: { agents: forecasts.length * runs * AGENTS, seed },
  };
  return {
    holdOut: held,
    definition: parseDefinition({ ...definition, evidence: { ...definition.evidence, hold_out: held } }),
  };
}

/** The share of agents who have it at the years of the later readings, over several runs. */
function simulate(definition: WorkflowOf<Diffusion>, forecast: Forecast, runs: number, seed: number): Float64Array {
  const { technology, fit, predicted } = forecast;
  const { years } = technology.later;
  const longest = years[years.length - 1] ?? 1;
  const { decision } = definition;
  const lasting: Diffusion = { ...decision, periods: { ...decision.periods, count: Math.max(longest, 1) } };
  const { scenario } = technology;
  const context = { ...productContextOf(definition), scenario, baseline: scenario };
  const compiled = familyOf(lasting).compile(lasting, context);
  const coefficients = coefficientsOf(lasting, forecast);
  const before = decision.outcomes.length + 1;
  const curves = Array.from({ length: runs }, (_, replicate) => {
    const situation = {
      key: streamKey(seed, definition.workflow_id),
      from: 0,
      to: AGENTS,
      attributes: { count: AGENTS, columns: [] },
      assigned: { scenario: [], baseline: [] },
      replicate,
    };
    const [expectation] = compiled.expect(situation, [coefficients]);
    return Array.from(years, (year) => expectation!.scenario[before + year]!);
  });
  return Float64Array.from(years, (year, point) => {
    const shares = curves.map((curve) => curve[point]!);
    const mean = shares.reduce((sum, share) => sum + share, 0) / runs;
    const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (runs - 1);
    const standardError = Math.sqrt(variance / runs);
    if (Math.abs(mean - predicted[point]! / 100) > BEYOND_LUCK * (standardError + 1 / (AGENTS * runs))) {
      throw new EngineError(
        'backtest_disagrees',
        `Agents leave the curve of ${technology.name} in year ${year}: ${mean} where ${predicted[point]! / 100} is expected, with a standard error of ${standardError}.`,
        { technology: technology.name, year, fit: { p: fit.p, q: fit.q, m: fit.m } },
      );
    }
    return mean;
  });
}

/** The coefficients of the definition with those that were found from the early readings in their place. */
function coefficientsOf(decision: Diffusion, { technology, fit }: Forecast): Coefficients {
  const model = diffusionModel(decision);
  const values = estimatesOf(model);
  const { ids, values: own } = marketEstimates(technology.places, fit);
  ids.forEach((id, k) => (values[model.coefficients.findIndex((coefficient) => coefficient.id === id)] = own[k]!));
  return values;
}

function withoutAgents({ simulation: _, curves, ...rest }: WorkflowOf<Diffusion>['evidence']['hold_out']) {
  return {
    ...rest,
    curves: curves?.map(({ points, ...curve }) => ({
      curve: curve.curve,
      label: curve.label,
      points: points.map(({ simulated: _simulated, ...point }) => point),
      mean_absolute_error: curve.mean_absolute_error,
    })),
  };
}
