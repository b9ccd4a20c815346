import type { Column } from '../../../columns/column.js';
import { compileEquations, withCoefficients, type CompiledEquations } from '../../../equations/compile-equations.js';
import type { CompiledDecision, DecisionContext } from '../../../equations/decision-family.js';
import {
  adoptersUntil,
  bandEnds,
  type Trajectory,
  trajectoryColumns,
  trajectoryMeans,
  diffusionModel,
  drawRandomErrors,
  type RandomErrors,
} from '../diffusion.run.js';
import type { DiffusionWith, MarketProcess } from '../diffusion.schema.js';
import {
  ratesOf,
  adoptionProbabilities,
  type MarketTrajectory,
  type MarketRates,
  spreadInMarket,
} from './spread-in-market.js';
import type { Situation } from '../../../population/situation.js';

type Market = DiffusionWith<MarketProcess>;

/** Compiles a diffusion in a fully mixed market for a scenario and the baseline. */
export function compileMarket(decision: Market, context: DecisionContext): CompiledDecision {
  const model = diffusionModel(decision);
  const scenario = compileEquations(model, context, context.scenario);
  const baseline = compileEquations(model, context, context.baseline);
  const { steps_per_period: stepsPerPeriod } = decision.process;
  const steps = decision.periods.count * stepsPerPeriod;
  const runner = (situation: Situation) => {
    const errors = drawRandomErrors(situation);
    let periodsDone = 0;
    const afterStep = (step: number) => {
      if (step % stepsPerPeriod === 0) situation.onStep?.(++periodsDone, 2 * decision.periods.count);
    };
    return {
      errors,
      run: (equations: CompiledEquations, assigned: readonly Uint8Array[]) => {
        const rates = ratesOf(equations, situation.attributes, assigned, situation.from);
        return { rates, trajectory: spreadInMarket(rates, errors, steps, stepsPerPeriod, afterStep) };
      },
    };
  };
  return {
    run(situation) {
      const { errors, run } = runner(situation);
      const scenarioRun = run(scenario, situation.assigned.scenario);
      const baselineRun = run(baseline, situation.assigned.baseline);
      const columns = trajectoryColumns(
        decision,
        toTrajectory(decision, scenarioRun),
        toTrajectory(decision, baselineRun),
      );
      return {
        columns: [...columns, ...marketColumns(errors, scenarioRun.rates, scenarioRun.trajectory)],
        events: events(scenarioRun.trajectory, situation.from),
      };
    },
    expect(situation, draws) {
      const { run } = runner(situation);
      const means = (equations: CompiledEquations, assigned: readonly Uint8Array[]) =>
        trajectoryMeans(decision, byPeriod(run(equations, assigned).trajectory, stepsPerPeriod));
      return draws.map((draw) => ({
        scenario: means(withCoefficients(scenario, draw), situation.assigned.scenario),
        baseline: means(withCoefficients(baseline, draw), situation.assigned.baseline),
      }));
    },
  };
}

/** Converts steps to periods: the period of adoption (0 for the start) and the last period at the end of which an agent spreads the adoption. */
function byPeriod({ adoptedAt, spreadUntil }: MarketTrajectory, stepsPerPeriod: number) {
  return {
    adoptedAt: adoptedAt.map((step) => Math.ceil(step / stepsPerPeriod)),
    spreadUntil: spreadUntil?.map((step) => Math.floor((step - 1) / stepsPerPeriod)),
  };
}

interface Run {
  readonly rates: MarketRates;
  readonly trajectory: MarketTrajectory;
}

function toTrajectory(decision: Market, { rates, trajectory }: Run): Trajectory {
  const stepsPerPeriod = decision.process.steps_per_period;
  const { innovation, imitation, potential, start } = rates;
  const ends = bandEnds(decision);
  const count = innovation.length;
  const probabilities = new Float64Array(ends.length * count);
  let cumulative: Float64Array = new Float64Array();
  for (let row = 0; row < count; row++) {
    const isSameAsLast = row > 0 && innovation[row] === innovation[row - 1] && imitation[row] === imitation[row - 1];
    if (!isSameAsLast)
      cumulative = adoptionProbabilities(innovation[row]!, imitation[row]!, trajectory.spreading, stepsPerPeriod);
    const first = Math.min(start[row]!, potential[row]!);
    ends.forEach((end, band) => {
      const afterStart = end === 0 ? 0 : cumulative[end * stepsPerPeriod - 1]!;
      probabilities[band * count + row] = first + (potential[row]! - first) * afterStart;
    });
  }
  return { ...byPeriod(trajectory, stepsPerPeriod), probabilities };
}

function marketColumns(
  errors: RandomErrors,
  rates: MarketRates,
  { adoptedAt, spreadUntil }: MarketTrajectory,
): Column[] {
  return [
    { name: 'adopted_step', type: 'int32', values: adoptedAt },
    ...(spreadUntil ? [{ name: 'spread_until_step', type: 'int32', values: spreadUntil } as const] : []),
    { name: 'reluctance', type: 'float64', values: errors.reluctance },
    { name: 'place', type: 'float64', values: errors.place },
    { name: 'potential', type: 'float64', values: rates.potential },
  ];
}

/** Event table with one row per adoption, in order of steps: agent, step, and the share of the market that was spreading the adoption. */
function events({ adoptedAt, spreading }: MarketTrajectory, from: number): Column[] {
  const rows = adoptersUntil(spreading.length, adoptedAt);
  return [
    { name: 'agent', type: 'int32', values: Int32Array.from(rows, (row) => from + row) },
    { name: 'step', type: 'int32', values: Int32Array.from(rows, (row) => adoptedAt[row]!) },
    {
      name: 'exposure',
      type: 'float64',
      values: Float64Array.from(rows, (row) => (adoptedAt[row] === 0 ? 0 : spreading[adoptedAt[row]! - 1]!)),
    },
  ];
}
