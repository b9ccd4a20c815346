import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../model/agent-figures.js';
import { type CompiledEquations, estimatesOf } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { availabilityOf } from './availability.js';
import { type CompiledChoice, probabilitiesAt } from './conditional-logit.run.js';
import { nestValuesOf } from './nests/compile-nests.js';
import { eachNestDerivative, eachNested, writeNestSlopes } from './nests/nested-figures.js';
import { applyScales, scaledUtilities, scalesOf } from './scales/scales.js';
import { addMembershipGradients, shareAt } from './tastes/class-membership.js';
import { type MixturePart, partsOf } from './tastes/mixture-parts.js';

/**
 * Probability of each alternative for each agent, averaged over the latent classes. The derivative of P(j) with respect to the utility of k is
 * P(j)·([j = k] - P(k)). Source: Train, "Discrete choice methods with simulation" (2009), section 3.6.
 */
export function choiceFigures(
  choice: CompiledChoice,
  situation: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { membership } = choice;
  const { gradients, givenGroup = false, respectTo } = options;
  const parts = partsOf(choice, estimatesOf(choice[side].model), situation, givenGroup);
  const { out, byPart } = figuresOfParts(choice, situation, side, options, parts);
  if (gradients && !respectTo && membership && !givenGroup) {
    const shares = parts.map((part) => part.shares);
    addMembershipGradients(membership, situation, shares, byPart, out);
  }
  return out;
}

/** Sum over the classes of share × probability of each alternative, with the derivatives at these shares, and the probabilities by class. */
export function figuresOfParts(
  choice: CompiledChoice,
  situation: Situation,
  side: 'scenario' | 'baseline',
  { gradients, respectTo }: FigureOptions,
  parts: readonly MixturePart[],
): { out: AgentFigures; byPart: Float64Array[] } {
  const { availability } = choice;
  const equations = choice[side];
  const other = respectTo?.(equations.model);
  const sensitivity = other ?? choice.sensitivities?.[side] ?? equations;
  const { attributes, assigned, from } = situation;
  const { count } = attributes;
  const size = equations.model.equations.length;
  const width = sensitivity.model.coefficients.length;
  const available = availabilityOf(availability[side], attributes);
  const out = emptyFigures(count, size, width, gradients);
  const slopes = new Float64Array(gradients ? count * size * size : 0);
  const estimates = estimatesOf(equations.model);
  const scales = scalesOf(choice.scales, estimates, attributes);
  const byPart = parts.map(({ shares, states, targetsOf }) => {
    const utilities = evaluateEquations(equations, attributes, assigned[side], from, states);
    const probabilities = probabilitiesAt(choice, estimates, utilities, available, attributes);
    for (let j = 0; j < size; j++)
      addShares(out.values, probabilities.subarray(j * count, (j + 1) * count), shares, size, j);
    if (gradients) {
      const scaled = scaledUtilities(utilities, scales);
      if (choice.nests) addNestGradients(choice, equations, scaled, available, slopes, other ? undefined : out);
      else writeSlopes(slopes, probabilities, shares, size);
      if (scales) applyScales(scales, utilities, slopes, other ? undefined : out.gradients, width);
      const targets = other ? undefined : targetsOf();
      addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients, targets, states);
    }
    return probabilities;
  });
  return { out, byPart };
}

/** Adds share × probability of an alternative to the values of each agent. */
function addShares(
  values: Float64Array,
  probabilities: Float64Array,
  shares: MixturePart['shares'],
  size: number,
  alternative: number,
): void {
  for (let row = 0, at = alternative; row < probabilities.length; row++, at += size)
    values[at] = values[at]! + shareAt(shares, row) * probabilities[row]!;
}

/** Writes the derivatives of share × probability with respect to the utilities: `[(row * size + utility) * size + alternative]`. */
function writeSlopes(
  slopes: Float64Array,
  probabilities: Float64Array,
  shares: MixturePart['shares'],
  size: number,
): void {
  const count = probabilities.length / size;
  for (let row = 0; row < count; row++) {
    const share = shareAt(shares, row);
    for (let j = 0; j < size; j++) {
      const probability = probabilities[j * count + row]!;
      for (let k = 0; k < size; k++) {
        const change = k === j ? 1 - probability : -probabilities[k * count + row]!;
        slopes[(row * size + k) * size + j] = share * probability * change;
      }
    }
  }
}

/**
 * Writes the slopes of a choice with nests, as {@link writeSlopes}. Adds the derivatives with respect to the parameters of the nests, which no
 * equation contains, to the figures.
 */
function addNestGradients(
  { nests }: CompiledChoice,
  { model }: CompiledEquations,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  slopes: Float64Array,
  out: AgentFigures | undefined,
): void {
  const size = model.equations.length;
  const width = model.coefficients.length;
  const parameters = nestValuesOf(nests!, estimatesOf(model));
  eachNested(nests!, parameters, utilities, available, (shares, row) => {
    writeNestSlopes(shares, parameters, slopes, row * size * size);
    if (!out) return;
    eachNestDerivative(shares, parameters, (coefficient, alternative, derivative) => {
      const at = (row * width + coefficient) * size + alternative;
      if (alternative >= 0) out.gradients[at] = out.gradients[at]! + derivative;
    });
  });
}
