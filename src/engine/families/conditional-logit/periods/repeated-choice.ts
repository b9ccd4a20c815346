import type { Column } from '../../../columns/column.js';
import { type AgentFigures, emptyFigures, type FigureOptions } from '../../../model/agent-figures.js';
import {
  type Coefficients,
  type CompiledEquations,
  estimatesOf,
  withCoefficients,
} from '../../../model/compile-equations.js';
import type { CompiledDecision, DecisionOutput } from '../../../model/decision-family.js';
import { evaluateEquations } from '../../../model/evaluate-equations.js';
import type { Situation } from '../../../population/situation.js';
import { blockColumns, blockMeans } from '../../outcome-columns.js';
import { availabilityOf } from '../availability.js';
import { figuresOfParts } from '../conditional-logit.figures.js';
import { choose } from '../choose.js';
import { type CompiledChoice, ownTastes, partsAt, probabilitiesAt, randomErrorsOf } from '../conditional-logit.run.js';
import { addMembershipGradients, shareAt } from '../tastes/class-membership.js';
import { type MixturePart, partsOf } from '../tastes/mixture-parts.js';
import { type CompiledPeriods, withLastChoice } from './periods.js';

type Side = 'scenario' | 'baseline';
const sides = ['scenario', 'baseline'] as const;
const prefixOf = { scenario: '', baseline: 'baseline_' };

/** Name of the column with the choice in a period. */
export const choiceColumn = (side: Side, period: number) => `${prefixOf[side]}choice.${period}`;

/** The choice that agents repeat. */
export interface RepeatedChoice extends CompiledPeriods {
  /** The choice in each period. */
  readonly choices: readonly CompiledChoice[];
  /** Whether each period has the values of its side. The others have the calibrated values. Default: all have. */
  readonly hasOwnValues?: Readonly<Record<Side, readonly boolean[]>>;
}

/** The choice of the first period. Classes, tastes and terms are the same in all periods. */
const generalChoice = ({ choices }: RepeatedChoice) => choices[0]!;

const hasValuesIn = ({ hasOwnValues }: RepeatedChoice, side: Side, period: number) =>
  hasOwnValues?.[side][period - 1] ?? true;

/** The agents in a period, before their last choice is known. */
function situationIn(repeated: RepeatedChoice, situation: Situation, side: Side, period: number): Situation {
  const own = situation.later?.[period - 2] ?? situation;
  if (hasValuesIn(repeated, side, period)) return own;
  const calibrated = own.assigned.calibrated ?? own.assigned.baseline;
  return { ...own, assigned: { scenario: calibrated, baseline: calibrated } };
}

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
  const figures = meanOverClasses(repeated, situation.attributes.count, 0, parts, (part) =>
    chainFigures(repeated, side, situation, (period, at) => ({
      values: probabilitiesOf(repeated.choices[period - 1]!, side, at, draw, part),
      gradients: noGradients,
    })),
  );
  return blockMeans(inBlocks(figures), situation.attributes.count);
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

const noGradients = new Float64Array(0);

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
  const { count } = situation.attributes;
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
    const blocks = inBlocks(periodFigures(repeated, situation, side, { gradients: false, givenGroup: true }));
    return blockColumns(`${prefixOf[side]}probability`, ids, blocks.slice(0, ids.length * count));
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
  const size = available.length;
  return Float64Array.from(
    { length: blocks.length },
    (_, at) => blocks[(at % size) * attributes.count + Math.floor(at / size)]!,
  );
}

/** The situation in which all agents chose an alternative before. */
function withLast(periods: CompiledPeriods, situation: Situation, last: number): Situation {
  return withLastChoice(periods, situation, new Uint8Array(situation.attributes.count).fill(periods.categoryOf[last]!));
}

/**
 * Expected shares of an agent: of the alternatives in the last period, then of each alternative in each period, with their derivatives with
 * respect to the coefficients.
 */
function periodFigures(
  repeated: RepeatedChoice,
  situation: Situation,
  side: Side,
  options: FigureOptions,
): AgentFigures {
  const choice = generalChoice(repeated);
  const { membership } = choice;
  const { gradients, givenGroup = false, respectTo } = options;
  const { model } = choice[side];
  const { count } = situation.attributes;
  const coefficients = respectTo ? respectTo(model).model.coefficients.length : model.coefficients.length;
  const width = gradients ? coefficients : 0;
  const parts = partsOf(choice, estimatesOf(model), situation, givenGroup);
  const byPart: Float64Array[] = [];
  const out = meanOverClasses(repeated, count, width, parts, (part) => {
    const transitionsOf: TransitionsOf = (period, at) => {
      const compiled = repeated.choices[period - 1]!;
      const members = [{ ...part, shares: 1 }];
      // Periods with the values of the calibrated baseline do not depend on the parameters of the scenario.
      if (respectTo && !hasValuesIn(repeated, side, period)) {
        const { values } = figuresOfParts(compiled, at, side, { gradients: false }, members).out;
        return { values, gradients: new Float64Array(values.length * width) };
      }
      return figuresOfParts(compiled, at, side, options, members).out;
    };
    const chain = chainFigures(repeated, side, situation, transitionsOf, width);
    byPart.push(inBlocks(chain));
    return chain;
  });
  if (gradients && !respectTo && membership && !givenGroup) {
    const shares = parts.map((part) => part.shares);
    addMembershipGradients(membership, situation, shares, byPart, out);
  }
  return out;
}

/** Sum over the latent classes of share × figure, with the derivatives at these shares. */
function meanOverClasses(
  repeated: RepeatedChoice,
  count: number,
  width: number,
  parts: readonly MixturePart[],
  figuresOf: (part: MixturePart) => AgentFigures,
): AgentFigures {
  if (parts.length === 1) return figuresOf(parts[0]!);
  const figures = generalChoice(repeated).scenario.model.equations.length * (1 + repeated.number);
  const out = emptyFigures(count, figures, width, width > 0);
  for (const part of parts) {
    const own = figuresOf(part);
    for (let row = 0; row < count; row++) {
      const share = shareAt(part.shares, row);
      addMultiple(out.values, own.values, share, row * figures, figures);
      addMultiple(out.gradients, own.gradients, share, row * width * figures, width * figures);
    }
  }
  return out;
}

function addMultiple(out: Float64Array, values: Float64Array, factor: number, from: number, size: number): void {
  for (let at = from; at < from + size; at++) out[at] = out[at]! + factor * values[at]!;
}

/** Values as `[figure * count + row]`. */
function inBlocks({ values, figures }: AgentFigures): Float64Array {
  const count = values.length / figures;
  return Float64Array.from(values, (_, at) => values[(at % count) * figures + Math.floor(at / count)]!);
}

type Transitions = Pick<AgentFigures, 'values' | 'gradients'>;
type TransitionsOf = (period: number, at: Situation) => Transitions;

/**
 * Shares of the alternatives in each period, by the chain P(j in period t) = Σ P(i in period t - 1) × P(j after i).
 *
 * @param transitionsOf probabilities of the choice in a period and a situation, with their derivatives, as {@link AgentFigures}
 * @param width number of coefficients of the derivatives; 0 without derivatives
 */
function chainFigures(
  repeated: RepeatedChoice,
  side: Side,
  situation: Situation,
  transitionsOf: TransitionsOf,
  width = 0,
): AgentFigures {
  const { number, choices } = repeated;
  const { count } = situation.attributes;
  const size = generalChoice(repeated).scenario.model.equations.length;
  const figures = size * (1 + number);
  const out = emptyFigures(count, figures, width, width > 0);
  // Most periods have the same values of the parameters and the same agents. Other transitions are not kept: they are large.
  const isShared = (equations: CompiledEquations) => choices.filter((own) => own[side] === equations).length > 1;
  const known = new Map<CompiledEquations, { readonly hasOwn: boolean; readonly after: Transitions[] }>();
  const afterOf = (period: number) => {
    const equations = choices[period - 1]![side];
    const hasOwn = hasValuesIn(repeated, side, period);
    const before = situation.later ? undefined : known.get(equations);
    if (before?.hasOwn === hasOwn) return before.after;
    const at = situationIn(repeated, situation, side, period);
    const after = Array.from({ length: size }, (_, last) => transitionsOf(period, withLast(repeated, at, last)));
    if (isShared(equations)) known.set(equations, { hasOwn, after });
    return after;
  };
  let { values, gradients } = transitionsOf(1, situationIn(repeated, situation, side, 1));
  for (let period = 1; period <= number; period++) {
    if (period > 1) ({ values, gradients } = step({ values, gradients }, afterOf(period), size, width));
    for (let row = 0; row < count; row++) {
      for (let k = 0; k < size; k++) {
        const places = [size + k * number + period - 1, ...(period === number ? [k] : [])];
        for (const figure of places) {
          out.values[row * figures + figure] = values[row * size + k]!;
          for (let c = 0; c < width; c++)
            out.gradients[(row * width + c) * figures + figure] = gradients[(row * width + c) * size + k]!;
        }
      }
    }
  }
  return out;
}

/** Shares of the next period. */
function step(now: Transitions, after: readonly Transitions[], size: number, width: number): Transitions {
  const values = new Float64Array(now.values.length);
  const gradients = new Float64Array(now.gradients.length);
  const count = values.length / size;
  for (let row = 0; row < count; row++) {
    after.forEach((transition, last) => {
      const share = now.values[row * size + last]!;
      for (let k = 0; k < size; k++) {
        const at = row * size + k;
        values[at] = values[at]! + share * transition.values[at]!;
      }
      for (let c = 0; c < width; c++) {
        const from = (row * width + c) * size;
        const change = now.gradients[from + last]!;
        for (let k = 0; k < size; k++) {
          gradients[from + k] =
            gradients[from + k]! +
            share * transition.gradients[from + k]! +
            change * transition.values[row * size + k]!;
        }
      }
    });
  }
  return { values, gradients };
}
