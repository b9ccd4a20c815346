import { type Column } from '../../../columns/column.js';
import { compileEquations, withCoefficients, type CompiledEquations } from '../../../model/compile-equations.js';
import { type CompiledDecision, type DecisionContext } from '../../../model/decision-family.js';
import { bandEnds, type Course, courseColumns, meansOf } from '../course.js';
import { diffusionModel } from '../diffusion-model.js';
import { drawLuck, type Luck } from '../luck.js';
import { type DiffusionBy, type MarketProcess } from '../schema.js';
import { ratesOf } from './rates.js';
import { chancesAlong, type MarketCourse, type MarketRates, spreadInMarket } from './spread.js';
import { type Situation } from '../../../population/situation.js';

type Market = DiffusionBy<MarketProcess>;

export function compileMarket(decision: Market, context: DecisionContext): CompiledDecision {
  const model = diffusionModel(decision);
  const scenario = compileEquations(model, context, context.scenario);
  const baseline = compileEquations(model, context, context.baseline);
  const { steps_per_period: stepsPerPeriod } = decision.process;
  const steps = decision.periods.count * stepsPerPeriod;
  const runner = (situation: Situation) => {
    const luck = drawLuck(situation);
    let done = 0;
    const afterStep = (step: number) => {
      if (step % stepsPerPeriod === 0) situation.onStep?.(++done, 2 * decision.periods.count);
    };
    return {
      luck,
      run: (equations: CompiledEquations, assigned: readonly Uint8Array[]) => {
        const rates = ratesOf(equations, situation.people, assigned, situation.from);
        return { rates, course: spreadInMarket(rates, luck, steps, stepsPerPeriod, afterStep) };
      },
    };
  };
  return {
    run(situation) {
      const { luck, run } = runner(situation);
      const now = run(scenario, situation.assigned.scenario);
      const usual = run(baseline, situation.assigned.baseline);
      const columns = courseColumns(decision, toCourse(decision, now), toCourse(decision, usual));
      return {
        columns: [...columns, ...ownColumns(luck, now.rates, now.course)],
        events: events(now.course, situation.from),
      };
    },
    expect(situation, draws) {
      const { run } = runner(situation);
      const means = (equations: CompiledEquations, assigned: readonly Uint8Array[]) =>
        meansOf(decision, byPeriod(run(equations, assigned).course, stepsPerPeriod));
      return draws.map((draw) => ({
        scenario: means(withCoefficients(scenario, draw), situation.assigned.scenario),
        baseline: means(withCoefficients(baseline, draw), situation.assigned.baseline),
      }));
    },
  };
}

/** The period in which an agent adopts (step 1 is in period 1, the start before it), and the last at whose end it passes the thing on. */
function byPeriod({ adoptedAt, spreadUntil }: MarketCourse, stepsPerPeriod: number) {
  return {
    adoptedAt: adoptedAt.map((step) => Math.ceil(step / stepsPerPeriod)),
    spreadUntil: spreadUntil?.map((step) => Math.floor((step - 1) / stepsPerPeriod)),
  };
}

interface Run {
  readonly rates: MarketRates;
  readonly course: MarketCourse;
}

function toCourse(decision: Market, { rates, course }: Run): Course {
  const stepsPerPeriod = decision.process.steps_per_period;
  const { innovation, imitation, potential, start } = rates;
  const ends = bandEnds(decision);
  const count = innovation.length;
  const chances = new Float64Array(ends.length * count);
  let along: Float64Array = new Float64Array();
  for (let row = 0; row < count; row++) {
    const isLikeLast = row > 0 && innovation[row] === innovation[row - 1] && imitation[row] === imitation[row - 1];
    if (!isLikeLast) along = chancesAlong(innovation[row]!, imitation[row]!, course.spreading, stepsPerPeriod);
    const first = Math.min(start[row]!, potential[row]!);
    ends.forEach((end, band) => {
      const waiting = end === 0 ? 0 : along[end * stepsPerPeriod - 1]!;
      chances[band * count + row] = first + (potential[row]! - first) * waiting;
    });
  }
  return { ...byPeriod(course, stepsPerPeriod), chances };
}

/** What the story tells from: own luck, own rates, and when exactly. */
function ownColumns(luck: Luck, rates: MarketRates, { adoptedAt, spreadUntil }: MarketCourse): Column[] {
  return [
    { name: 'adopted_step', type: 'int32', values: adoptedAt },
    ...(spreadUntil ? [{ name: 'spread_until_step', type: 'int32', values: spreadUntil } as const] : []),
    { name: 'reluctance', type: 'float64', values: luck.reluctance },
    { name: 'place', type: 'float64', values: luck.place },
    { name: 'potential', type: 'float64', values: rates.potential },
  ];
}

/** One row for each adoption, in the order of their steps: who, when, and the share of the market that was passing it on. */
function events({ adoptedAt, spreading }: MarketCourse, from: number): Column[] {
  const steps = spreading.length;
  const rows = Array.from(adoptedAt.keys())
    .filter((row) => adoptedAt[row]! <= steps)
    .sort((a, b) => adoptedAt[a]! - adoptedAt[b]! || a - b);
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
