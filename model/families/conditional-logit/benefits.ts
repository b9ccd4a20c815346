import { exp, log } from '../../math/elementary.js';
import {
  addGradients,
  type AgentFigures,
  type BenefitOptions,
  emptyFigures,
  type MoneyEquations,
} from '../../equations/agent-figures.js';
import {
  type Coefficients,
  type CompiledEquations,
  estimatesOf,
  withCoefficients,
} from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { availabilityOf, probabilitiesOf } from './choose.js';
import { type CompiledChoice, partsAt } from './conditional-logit.run.js';
import { type CompiledNests, type NestValues, nestValuesOf } from './nests/compile-nests.js';
import { type AgentScales, scaledUtilities, scalesOf } from './scales/scales.js';
import { addMembershipGradients, shareAt } from './tastes/class-membership.js';
import type { MixturePart } from './tastes/mixture-parts.js';
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
  { gradients, givenGroup = false, money, coefficients }: BenefitOptions,
): AgentFigures {
  const { membership } = choice;
  const { count } = situation.attributes;
  const { model } = choice[side];
  const width = model.coefficients.length;
  const out = emptyFigures(count, 1, width, gradients);
  const values = coefficients ?? estimatesOf(model);
  const parts = partsAt(choice, values, situation, { givenClass: givenGroup, gradients });
  const equations = coefficients ? withCoefficients(choice[side], coefficients) : choice[side];
  const priced = money && (coefficients ? withCoefficients(money.values, coefficients) : money.values);
  const byPart = parts.map((part) => {
    const own = logsumsOf(choice, equations, values, situation, side, part, gradients);
    if (money && priced) divideByMoney(own, { ...money, values: priced }, situation, side, part);
    for (let row = 0; row < count; row++) {
      const share = shareAt(part.shares, row);
      // Agents of other classes add nothing, even if the value of this class does not exist.
      if (share === 0) continue;
      out.values[row] = out.values[row]! + share * own.values[row]!;
      if (!gradients) continue;
      for (let at = row * width; at < (row + 1) * width; at++)
        out.gradients[at] = out.gradients[at]! + share * own.gradients[at]!;
    }
    return own.values;
  });
  if (gradients && membership && !givenGroup) {
    const shares = parts.map((part) => part.shares);
    addMembershipGradients(membership, situation, shares, byPart, out);
  }
  return out;
}

/** Logsums of all agents as members of one class, divided by the scales of the agents. */
function logsumsOf(
  choice: CompiledChoice,
  equations: CompiledEquations,
  estimates: Coefficients,
  { attributes, assigned, from }: Situation,
  side: Side,
  { states, targetsOf }: MixturePart,
  gradients: boolean,
): AgentFigures {
  const { count } = attributes;
  const available = availabilityOf(choice.availability[side], attributes);
  const utilities = evaluateEquations(equations, attributes, assigned[side], from, states);
  const scales = scalesOf(choice.scales, estimates, attributes);
  const scaled = scaledUtilities(utilities, scales);
  const out = emptyFigures(count, 1, equations.model.coefficients.length, gradients);
  const slopes = new Float64Array(gradients ? count * available.length : 0);
  if (choice.nests)
    writeNestedLogsums(choice.nests, nestValuesOf(choice.nests, estimates), scaled, available, out, slopes);
  else writeLogsums(scaled, available, out, slopes);
  if (scales) divideByScales(out, scales, utilities, slopes);
  const sensitivity = choice.sensitivities?.[side] ?? equations;
  if (gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients, targetsOf());
  return out;
}

/** Writes log Σ exp(V), and its slopes unless their array is empty. */
function writeLogsums(
  utilities: Float64Array,
  available: readonly Uint8Array[],
  { values }: AgentFigures,
  slopes: Float64Array,
): void {
  const size = available.length;
  const count = values.length;
  for (let row = 0; row < count; row++) {
    let greatest = -Infinity;
    for (let k = 0; k < size; k++)
      if (available[k]![row] === 1) greatest = Math.max(greatest, utilities[k * count + row]!);
    let sum = 0;
    for (let k = 0; k < size; k++) if (available[k]![row] === 1) sum += exp(utilities[k * count + row]! - greatest);
    values[row] = greatest + log(sum);
  }
  if (slopes.length === 0) return;
  const probabilities = probabilitiesOf(utilities, available);
  for (let row = 0; row < count; row++)
    for (let k = 0; k < size; k++) slopes[row * size + k] = probabilities[k * count + row]!;
}

/** Writes the logsums of a choice with nests, as {@link writeLogsums}, and their derivatives with respect to the parameters of the nests. */
function writeNestedLogsums(
  nests: CompiledNests,
  parameters: NestValues,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  { values, gradients }: AgentFigures,
  slopes: Float64Array,
): void {
  const width = gradients.length / values.length;
  eachNested(nests, parameters, utilities, available, (shares, row) => {
    values[row] = shares.benefit;
    if (slopes.length === 0) return;
    slopes.set(shares.probabilities, row * available.length);
    eachNestDerivative(shares, parameters, (coefficient, alternative, derivative) => {
      const at = row * width + coefficient;
      if (alternative < 0) gradients[at] = gradients[at]! + derivative;
    });
  });
}

/** Divides logsums of scaled utilities by the scales: d(L / s)/ds = (Σ P·V - L / s) / s. */
function divideByScales(
  { values, gradients }: AgentFigures,
  scales: AgentScales,
  utilities: Float64Array,
  slopes: Float64Array,
): void {
  const count = values.length;
  const width = gradients.length / count;
  const size = slopes.length / count;
  for (let row = 0; row < count; row++) {
    const scale = scales.values[row]!;
    values[row] = values[row]! / scale;
    for (let at = row * width; at < (row + 1) * width; at++) gradients[at] = gradients[at]! / scale;
    if (size === 0 || scales.coefficients[row]! < 0) continue;
    let slope = -values[row]!;
    for (let k = 0; k < size; k++) slope += slopes[row * size + k]! * utilities[k * count + row]!;
    gradients[row * width + scales.coefficients[row]!] = slope / scale;
  }
}

/** Divides values and derivatives by the marginal utility of money m: d(L / m) = dL / m - L / m · dm / m. */
function divideByMoney(
  { values, gradients }: AgentFigures,
  money: MoneyEquations,
  { attributes, assigned, from }: Situation,
  side: Side,
  { states, targetsOf }: MixturePart,
): void {
  const { count } = attributes;
  const marginal = evaluateEquations(money.values, attributes, assigned[side], from, states);
  const width = gradients.length / count;
  const changes = new Float64Array(gradients.length);
  const ones = new Float64Array(count).fill(1);
  if (width > 0) addGradients(money.sensitivity, attributes, assigned[side], ones, changes, targetsOf());
  for (let row = 0; row < count; row++) {
    const own = marginal[row]! > 0 ? marginal[row]! : NaN;
    values[row] = values[row]! / own;
    for (let at = row * width; at < (row + 1) * width; at++)
      gradients[at] = (gradients[at]! - values[row]! * changes[at]!) / own;
  }
}
