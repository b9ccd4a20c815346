import type { Column } from '../../../columns/column.js';
import { type AgentFigures, emptyFigures } from '../../../equations/agent-figures.js';
import { type Coefficients, withCoefficients } from '../../../equations/compile-equations.js';
import type { CompiledDecision, DecisionOutput } from '../../../equations/decision-family.js';
import { evaluateEquations } from '../../../equations/evaluate-equations.js';
import type { Situation } from '../../../population/situation.js';
import { blockColumns, blockMeans } from '../../outcome-columns.js';
import { availabilityOf, choose } from '../choose.js';
import { type CompiledChoice, ownTastes, partsAt, probabilitiesAt, randomErrorsOf } from '../conditional-logit.run.js';
import type { MixturePart } from '../tastes/mixture-parts.js';
import {
  eachPeriod,
  generalChoice,
  type RepeatedChoice,
  type Side,
  situationIn,
  transposed,
  withLastChoice,
} from './periods.js';
import { addShares, periodFigures } from './period-figures.js';

const sides = ['scenario', 'baseline'] as const;
const prefixOf = { scenario: '', baseline: 'baseline_' };

/** Name of the column with the choice in a period. */
export const choiceColumn = (side: Side, period: number) => `${prefixOf[side]}choice.${period}`;

/**
 * Choices of agents in several periods, whose utilities depend on the last choice (state dependence). The choices of an agent are a Markov chain
 * of the alternatives, so probabilities are computed without random error. Its class and its random coefficients are the same in all periods.
 * Source: Heckman, "Statistical models for discrete panel data" (1981), for state dependence.
 */
export function repeatedChoice(repeated: RepeatedChoice, classIds: readonly string[] = []): CompiledDecision {
  return {
    run: (situation) => runPeriods(repeated, situation, classIds),
    expect: (situation, draws) =>
      draws.map((draw) => {
        const scenario = sharesAt(repeated, situation, draw, 'scenario');
        return {
          scenario,
          baseline: hasOneSide(repeated, situation) ? scenario : sharesAt(repeated, situation, draw, 'baseline'),
        };
      }),
    figures: (situation, side, options) => periodFigures(repeated, situation, side, options),
  };
}

/** Mean shares of the agents at some values of the coefficients, in the order of the figures. */
function sharesAt(repeated: RepeatedChoice, situation: Situation, draw: Coefficients, side: Side): Float64Array {
  const parts = partsAt(generalChoice(repeated), draw, situation);
  const { count } = situation.attributes;
  const size = generalChoice(repeated).scenario.model.equations.length;
  const figures = emptyFigures(count, size * (1 + repeated.number), 0, false);
  for (const part of parts) {
    const transitionOf = (period: number, at: Situation) => ({
      values: probabilitiesOf(repeated.choices[period - 1]!, side, at, draw, part),
    });
    eachPeriod(repeated, side, situation, transitionOf, (period, shares) =>
      addShares(repeated, period, shares, part.shares, figures),
    );
  }
  return blockMeans(inBlocks(figures), count);
}

/** Whether the baseline equals the scenario, as in the rows of data. */
function hasOneSide({ choices }: RepeatedChoice, situation: Situation): boolean {
  return (
    choices.every(
      ({ scenario, baseline, availability }) =>
        scenario === baseline && availability.scenario === availability.baseline,
    ) && [situation, ...(situation.later ?? [])].every(({ assigned }) => assigned.scenario === assigned.baseline)
  );
}

/**
 * Runs the agents of a situation under scenario and baseline, with the same random errors in each period.
 *
 * `choice.<period>` is the alternative with the greatest utility plus error in a period. `outcome` is the last one, and `utility.<alternative>` and
 * `error.<alternative>` belong to it. Probabilities are those of the last period, before the first choice is known, for an agent with the same
 * attributes, class and random coefficients.
 */
function runPeriods(repeated: RepeatedChoice, situation: Situation, classIds: readonly string[]): DecisionOutput {
  const { number, choices, categoryOf } = repeated;
  const choice = generalChoice(repeated);
  const tastes = ownTastes(choice, situation);
  const ids = [...choice.scenario.model.equations];
  const paths = { scenario: [] as Column[], baseline: [] as Column[] };
  const lastOf = {
    scenario: situationIn(repeated, situation, 'scenario', 1),
    baseline: situationIn(repeated, situation, 'baseline', 1),
  };
  let last: Column[] = [];
  for (let period = 1; period <= number; period++) {
    // Each period has random errors of its own.
    const replicate = situation.replicate * number + period - 1;
    const errors = randomErrorsOf(choice, { ...situation, replicate });
    const compiled = choices[period - 1]!;
    for (const side of sides) {
      const { attributes, assigned, from } = lastOf[side];
      const utilities = evaluateEquations(compiled[side], attributes, assigned[side], from, tastes.states);
      const available = availabilityOf(compiled.availability[side], attributes);
      const outcomes = choose(utilities, errors, available, from);
      paths[side].push({ name: choiceColumn(side, period), type: 'category', categories: ids, values: outcomes });
      lastOf[side] = withLastChoice(
        repeated,
        situationIn(repeated, situation, side, period + 1),
        outcomes.map((alternative) => categoryOf[alternative]!),
      );
      if (side === 'scenario' && period === number)
        last = [
          ...ids.map((id, k): Column => ({ name: `available.${id}`, type: 'bool', values: available[k]! })),
          ...blockColumns('utility', ids, utilities),
          ...blockColumns('error', ids, errors),
        ];
    }
  }
  const probabilities = sides.flatMap((side) => {
    const options = { gradients: false, givenGroup: true, withoutCurves: true };
    return blockColumns(
      `${prefixOf[side]}probability`,
      ids,
      inBlocks(periodFigures(repeated, situation, side, options)),
    );
  });
  const outcomes = sides.map((side): Column => ({ ...paths[side].at(-1)!, name: `${prefixOf[side]}outcome` }));
  const own = tastes.columns(classIds);
  return {
    columns: [...outcomes, ...last, ...probabilities, ...own, ...paths.scenario, ...paths.baseline],
    events: [],
  };
}

/** Choice probabilities of the members of a class in one period, at some values of the coefficients: `[row * alternatives + alternative]`. */
function probabilitiesOf(
  choice: CompiledChoice,
  side: Side,
  { attributes, assigned, from }: Situation,
  values: Coefficients,
  { states }: MixturePart,
): Float64Array {
  const compiled = withCoefficients(choice[side], values);
  const utilities = evaluateEquations(compiled, attributes, assigned[side], from, states);
  const available = availabilityOf(choice.availability[side], attributes);
  const blocks = probabilitiesAt(choice, values, utilities, available, attributes);
  return transposed(blocks, attributes.count);
}

/** Values as `[figure * count + row]`. */
const inBlocks = ({ values, figures }: AgentFigures): Float64Array => transposed(values, figures);
