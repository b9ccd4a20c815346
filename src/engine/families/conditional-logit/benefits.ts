import { exp, log } from '../../math/elementary.js';
import {
  addGradients,
  type AgentFigures,
  type BenefitOptions,
  emptyFigures,
  type MoneyEquations,
} from '../../model/agent-figures.js';
import { estimatesOf } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { availabilityOf } from './availability.js';
import { probabilitiesOf } from './choose.js';
import { type MixturePart, partsOf, sameForAll } from './conditional-logit.figures.js';
import type { CompiledChoice } from './conditional-logit.run.js';
import { nestValuesOf } from './nests/compile-nests.js';
import { eachNestDerivative, eachNested } from './nests/nested-figures.js';

type Side = 'scenario' | 'baseline';

/**
 * Expected greatest utility of each agent over its available alternatives, the logsum log Σ exp(V), averaged over the latent classes. With
 * money, it is divided by the marginal utility of money of the agent. Its derivative with respect to the utility of k is P(k).
 * Source: Small and Rosen, "Applied welfare economics with discrete choice models", Econometrica 49 (1981).
 */
export function choiceBenefits(
  choice: CompiledChoice,
  situation: Situation,
  side: Side,
  { gradients, givenGroup = false, money }: BenefitOptions,
): AgentFigures {
  const { tastes } = choice;
  const { count } = situation.attributes;
  const { model } = choice[side];
  const width = model.coefficients.length;
  const out = emptyFigures(count, 1, width, gradients);
  const parts = tastes ? partsOf(tastes, estimatesOf(model), situation, givenGroup) : [sameForAll];
  const byPart = parts.map((part) => {
    const own = logsumsOf(choice, situation, side, part, gradients);
    if (money) divideByMoney(own, money, situation, side, part);
    for (let row = 0; row < count; row++) {
      const share = shareOf(part, row);
      // Agents of other classes add nothing, even if the value of this class does not exist.
      if (share === 0) continue;
      out.values[row] = out.values[row]! + share * own.values[row]!;
      if (!gradients) continue;
      for (let at = row * width; at < (row + 1) * width; at++)
        out.gradients[at] = out.gradients[at]! + share * own.gradients[at]!;
    }
    return own.values;
  });
  if (!gradients || !tastes || parts.length < 2 || givenGroup) return out;
  parts.forEach((part, k) => {
    const coefficient = tastes.logOdds[k]!;
    if (coefficient < 0) return;
    for (let row = 0; row < count; row++) {
      const at = row * width + coefficient;
      out.gradients[at] = out.gradients[at]! + shareOf(part, row) * (byPart[k]![row]! - out.values[row]!);
    }
  });
  return out;
}

const shareOf = ({ shares }: MixturePart, row: number) => (typeof shares === 'number' ? shares : shares[row]!);

/** Logsums of all agents as members of one class. */
function logsumsOf(
  choice: CompiledChoice,
  { attributes, assigned, from }: Situation,
  side: Side,
  { states, targets }: MixturePart,
  gradients: boolean,
): AgentFigures {
  const equations = choice[side];
  const { count } = attributes;
  const available = availabilityOf(choice.availability[side], attributes);
  const size = available.length;
  const utilities = evaluateEquations(equations, attributes, assigned[side], from, states);
  const width = equations.model.coefficients.length;
  const out = emptyFigures(count, 1, width, gradients);
  const sensitivity = choice.sensitivities?.[side] ?? equations;
  if (choice.nests) {
    const parameters = nestValuesOf(choice.nests, estimatesOf(equations.model));
    const slopes = new Float64Array(gradients ? count * size : 0);
    eachNested(choice.nests, parameters, utilities, available, (shares, row) => {
      out.values[row] = shares.benefit;
      if (!gradients) return;
      slopes.set(shares.probabilities, row * size);
      eachNestDerivative(shares, parameters, (coefficient, alternative, derivative) => {
        const at = row * width + coefficient;
        if (alternative < 0) out.gradients[at] = out.gradients[at]! + derivative;
      });
    });
    if (gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients, targets);
    return out;
  }
  for (let row = 0; row < count; row++) {
    let greatest = -Infinity;
    for (let k = 0; k < size; k++)
      if (available[k]![row] === 1) greatest = Math.max(greatest, utilities[k * count + row]!);
    let sum = 0;
    for (let k = 0; k < size; k++) if (available[k]![row] === 1) sum += exp(utilities[k * count + row]! - greatest);
    out.values[row] = greatest + log(sum);
  }
  if (!gradients) return out;
  const probabilities = probabilitiesOf(utilities, available);
  const slopes = new Float64Array(count * size);
  for (let row = 0; row < count; row++)
    for (let k = 0; k < size; k++) slopes[row * size + k] = probabilities[k * count + row]!;
  addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients, targets);
  return out;
}

/** Divides values and derivatives by the marginal utility of money m: d(L / m) = dL / m - L / m · dm / m. */
function divideByMoney(
  { values, gradients }: AgentFigures,
  money: MoneyEquations,
  { attributes, assigned, from }: Situation,
  side: Side,
  { states, targets }: MixturePart,
): void {
  const { count } = attributes;
  const marginal = evaluateEquations(money.values, attributes, assigned[side], from, states);
  const width = gradients.length / count;
  const changes = new Float64Array(gradients.length);
  const ones = new Float64Array(count).fill(1);
  if (width > 0) addGradients(money.sensitivity, attributes, assigned[side], ones, changes, targets);
  for (let row = 0; row < count; row++) {
    const own = marginal[row]! > 0 ? marginal[row]! : NaN;
    values[row] = values[row]! / own;
    for (let at = row * width; at < (row + 1) * width; at++)
      gradients[at] = (gradients[at]! - values[row]! * changes[at]!) / own;
  }
}
