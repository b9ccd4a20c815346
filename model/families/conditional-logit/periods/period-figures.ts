import { type AgentFigures, emptyFigures, type FigureOptions } from '../../../equations/agent-figures.js';
import { estimatesOf } from '../../../equations/compile-equations.js';
import type { Situation } from '../../../population/situation.js';
import { addPartGradients, evaluatePart, type EvaluatedPart } from '../conditional-logit.figures.js';
import { addMembershipGradients, shareAt } from '../tastes/class-membership.js';
import { type MixturePart, partsOf } from '../tastes/mixture-parts.js';
import {
  eachPeriod,
  generalChoice,
  hasValuesIn,
  type RepeatedChoice,
  type Side,
  transposed,
  type Transition,
} from './periods.js';

interface EvaluatedChoice extends Transition, EvaluatedPart {
  readonly period: number;
  readonly at: Situation;
}

/** The shares of the members of a class in a period: `[row * alternatives + alternative]`, and the choices that lead to them. */
interface Step {
  readonly shares: Float64Array;
  readonly after: readonly EvaluatedChoice[];
}

/**
 * Expected shares of an agent: of the alternatives in the last period, then of each alternative in each period, with their derivatives with
 * respect to the coefficients.
 */
export function periodFigures(
  repeated: RepeatedChoice,
  situation: Situation,
  side: Side,
  options: FigureOptions,
): AgentFigures {
  const choice = generalChoice(repeated);
  const { gradients, givenGroup: givenClass = false, respectTo, withoutCurves = false } = options;
  const { model } = choice[side];
  const { count } = situation.attributes;
  const size = model.equations.length;
  const figures = withoutCurves ? size : size * (1 + repeated.number);
  const width = respectTo ? respectTo(model).model.coefficients.length : model.coefficients.length;
  const out = emptyFigures(count, figures, width, gradients);
  const parts = partsOf(choice, estimatesOf(model), situation, { givenClass, gradients });
  const byPart = parts.map((part) => {
    const own = new Float64Array(figures * count);
    const steps: Step[] = [];
    const evaluate = (period: number, at: Situation): EvaluatedChoice => {
      const evaluated = evaluatePart(repeated.choices[period - 1]!, at, side, part);
      return { ...evaluated, period, at, values: transposed(evaluated.probabilities, count) };
    };
    eachPeriod(repeated, side, situation, evaluate, (period, shares, after) => {
      addShares(repeated, period, shares, part.shares, out, own);
      if (gradients) steps.push({ shares, after });
    });
    if (gradients) addGradientsByPeriod(repeated, side, options, part, steps, out);
    return own;
  });
  if (gradients && choice.membership && !respectTo && !givenClass) {
    const shares = parts.map((part) => part.shares);
    addMembershipGradients(choice.membership, situation, shares, byPart, out);
  }
  return out;
}

/** Positions of the share of an alternative in a period among the figures: its curve, and the outcomes if the period is the last. */
function* placesOf({ number }: RepeatedChoice, figures: number, size: number, period: number, alternative: number) {
  if (period === number) yield alternative;
  if (figures > size) yield size + alternative * number + period - 1;
}

/** Adds share × the shares of a period. @param own receives the shares: `[figure * count + row]` */
export function addShares(
  repeated: RepeatedChoice,
  period: number,
  shares: Float64Array,
  ofClass: MixturePart['shares'],
  { values, figures }: AgentFigures,
  own?: Float64Array,
): void {
  const count = values.length / figures;
  const size = shares.length / count;
  for (let k = 0; k < size; k++)
    for (const figure of placesOf(repeated, figures, size, period, k))
      for (let row = 0; row < count; row++) {
        const share = shares[row * size + k]!;
        const at = row * figures + figure;
        values[at] = values[at]! + shareAt(ofClass, row) * share;
        if (own) own[figure * count + row] = share;
      }
}

/** Adds the derivatives of share × the shares of all periods, or of the last one if only its figures are needed. */
function addGradientsByPeriod(
  repeated: RepeatedChoice,
  side: Side,
  options: FigureOptions,
  part: MixturePart,
  steps: readonly Step[],
  { gradients, figures }: AgentFigures,
): void {
  const { number } = repeated;
  const size = generalChoice(repeated)[side].model.equations.length;
  if (figures === size) return addShareGradients(repeated, side, options, part, steps, gradients);
  const own = new Float64Array((gradients.length / figures) * size);
  for (let period = 1; period <= number; period++) {
    own.fill(0);
    addShareGradients(repeated, side, options, part, steps.slice(0, period), own);
    for (let k = 0; k < size; k++)
      for (const figure of placesOf(repeated, figures, size, period, k))
        addColumn(gradients, figures, figure, own, size, k);
  }
}

function addColumn(
  out: Float64Array,
  columns: number,
  column: number,
  own: Float64Array,
  ownColumns: number,
  ownColumn: number,
): void {
  for (let from = ownColumn, to = column; to < out.length; from += ownColumns, to += columns) {
    const value = own[from]!;
    // Members of a class have no derivatives with respect to the coefficients of others.
    if (value !== 0) out[to] = out[to]! + value;
  }
}

/**
 * Adds the derivatives of share × the shares of the last step: `[(row * coefficients + coefficient) * alternatives + alternative]`. They go
 * backward from the last period to the first (adjoint of the chain), so that their time does not grow with the number of coefficients.
 */
function addShareGradients(
  repeated: RepeatedChoice,
  side: Side,
  { respectTo }: FigureOptions,
  part: MixturePart,
  steps: readonly Step[],
  gradients: Float64Array,
): void {
  const size = generalChoice(repeated)[side].model.equations.length;
  const add = (after: readonly EvaluatedChoice[], weights: readonly Float64Array[]) =>
    after.forEach((one, last) => {
      // Periods with the values of the calibrated baseline do not depend on the parameters of the scenario.
      if (respectTo && !hasValuesIn(repeated, side, one.period)) return;
      const weighted = { ...part, ...one, weights: weights[last]! };
      addPartGradients(repeated.choices[one.period - 1]!, one.at, side, respectTo, weighted, gradients);
    });
  // Weight of each alternative of a period in each share of the last one: `[(row * size + alternative) * size + share]`.
  let weights = identities(steps[0]!.shares.length / size, size);
  const open = new Map<Step['after'], Float64Array[]>();
  for (let position = steps.length - 1; position > 0; position--) {
    const { after } = steps[position]!;
    const own = open.get(after) ?? after.map(() => new Float64Array(weights.length));
    open.set(after, own);
    weights = weightsBefore(steps[position - 1]!.shares, after, weights, own, size);
    // Periods with the same choices share their derivatives.
    if (steps.findIndex((step) => step.after === after) < position) continue;
    add(after, own);
    open.delete(after);
  }
  add(steps[0]!.after, [weights]);
}

/** Weights in the period before. @param own receives the weights of the probabilities after each last choice */
function weightsBefore(
  shares: Float64Array,
  after: readonly Transition[],
  weights: Float64Array,
  own: readonly Float64Array[],
  size: number,
): Float64Array {
  const before = new Float64Array(weights.length);
  for (let last = 0; last < size; last++) {
    const { values } = after[last]!;
    const ofLast = own[last]!;
    for (let from = 0; from < shares.length; from += size) {
      const share = shares[from + last]!;
      const to = (from + last) * size;
      for (let k = from; k < from + size; k++) {
        const probability = values[k]!;
        for (let j = 0; j < size; j++) {
          const weight = weights[k * size + j]!;
          ofLast[k * size + j] = ofLast[k * size + j]! + share * weight;
          before[to + j] = before[to + j]! + probability * weight;
        }
      }
    }
  }
  return before;
}

function identities(count: number, size: number): Float64Array {
  const out = new Float64Array(count * size * size);
  for (let at = 0; at < count * size; at++) out[at * size + (at % size)] = 1;
  return out;
}
