import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { type CompiledEquations, estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { availabilityOf } from './choose.js';
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
  const parts = partsOf(choice, estimatesOf(choice[side].model), situation, { givenClass: givenGroup, gradients });
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
  const { count } = situation.attributes;
  const size = choice[side].model.equations.length;
  const sensitivity = sensitivityOf(choice, side, respectTo);
  const out = emptyFigures(count, size, sensitivity.model.coefficients.length, gradients);
  const byPart = parts.map((part) => {
    const evaluated = evaluatePart(choice, situation, side, part);
    const { probabilities } = evaluated;
    for (let j = 0; j < size; j++)
      addShares(out.values, probabilities.subarray(j * count, (j + 1) * count), part.shares, size, j);
    if (gradients) addPartGradients(choice, situation, side, respectTo, { ...part, ...evaluated }, out.gradients);
    return probabilities;
  });
  return { out, byPart };
}

/** The equations whose coefficients the derivatives are with respect to. */
const sensitivityOf = (
  choice: CompiledChoice,
  side: 'scenario' | 'baseline',
  respectTo: FigureOptions['respectTo'],
): CompiledEquations => respectTo?.(choice[side].model) ?? choice.sensitivities?.[side] ?? choice[side];

/** The agents as members of a class: `[alternative * count + row]`. */
export interface EvaluatedPart {
  readonly available: readonly Uint8Array[];
  readonly utilities: Float64Array;
  readonly probabilities: Float64Array;
}

export function evaluatePart(
  choice: CompiledChoice,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  { states }: Pick<MixturePart, 'states'>,
): EvaluatedPart {
  const equations = choice[side];
  const available = availabilityOf(choice.availability[side], attributes);
  const utilities = evaluateEquations(equations, attributes, assigned[side], from, states);
  const estimates = estimatesOf(equations.model);
  return { available, utilities, probabilities: probabilitiesAt(choice, estimates, utilities, available, attributes) };
}

/** A class whose derivatives are of sums of the probabilities. */
export interface WeightedPart extends MixturePart, EvaluatedPart {
  /** Weight of each probability in each sum: `[(row * size + alternative) * size + sum]`. Default: each sum is one probability. */
  readonly weights?: Float64Array;
}

/** Adds the derivatives of share × sum of weighted probabilities: `[(row * coefficients + coefficient) * size + sum]`. */
export function addPartGradients(
  choice: CompiledChoice,
  { attributes, assigned }: Situation,
  side: 'scenario' | 'baseline',
  respectTo: FigureOptions['respectTo'],
  part: WeightedPart,
  gradients: Float64Array,
): void {
  const { utilities, states, weights } = part;
  const size = part.available.length;
  const sensitivity = sensitivityOf(choice, side, respectTo);
  const width = sensitivity.model.coefficients.length;
  const scales = scalesOf(choice.scales, estimatesOf(choice[side].model), attributes);
  const slopes = new Float64Array(attributes.count * size * size);
  if (choice.nests) {
    const scaled = scaledUtilities(utilities, scales);
    addNestGradients(
      choice,
      choice[side],
      { ...part, utilities: scaled },
      slopes,
      respectTo ? undefined : { gradients, width },
    );
    if (weights) weightSlopes(slopes, weights, size);
  } else if (weights) writeWeightedSlopes(slopes, part.probabilities, part.shares, weights, size);
  else writeSlopes(slopes, part.probabilities, part.shares, size);
  if (scales) applyScales(scales, utilities, slopes, respectTo ? undefined : gradients, width);
  const targets = respectTo ? undefined : part.targetsOf();
  addGradients(sensitivity, attributes, assigned[side], slopes, gradients, targets, states);
}

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

/** Writes the derivatives of share × sum of weighted probabilities with respect to the utilities, as {@link writeSlopes}. */
function writeWeightedSlopes(
  slopes: Float64Array,
  probabilities: Float64Array,
  shares: MixturePart['shares'],
  weights: Float64Array,
  size: number,
): void {
  const count = probabilities.length / size;
  for (let row = 0; row < count; row++) {
    const share = shareAt(shares, row);
    const from = row * size * size;
    for (let sum = 0; sum < size; sum++) {
      let mean = 0;
      for (let k = 0; k < size; k++) mean += probabilities[k * count + row]! * weights[from + k * size + sum]!;
      for (let k = 0; k < size; k++) {
        const at = from + k * size + sum;
        slopes[at] = share * probabilities[k * count + row]! * (weights[at]! - mean);
      }
    }
  }
}

/** Converts the slopes of the probabilities to those of their sums. */
function weightSlopes(slopes: Float64Array, weights: Float64Array, size: number): void {
  const own = new Float64Array(size);
  // All utilities of an agent have the weights of the agent.
  for (let agent = 0; agent < slopes.length; agent += size * size) {
    for (let from = agent; from < agent + size * size; from += size) {
      own.fill(0);
      for (let j = 0; j < size; j++) {
        const slope = slopes[from + j]!;
        for (let sum = 0; sum < size; sum++) own[sum] = own[sum]! + slope * weights[agent + j * size + sum]!;
      }
      for (let sum = 0; sum < size; sum++) slopes[from + sum] = own[sum]!;
    }
  }
}

/**
 * Writes the slopes of a choice with nests, as {@link writeSlopes}. Adds the derivatives with respect to the parameters of the nests, which no
 * equation contains, to the gradients.
 */
function addNestGradients(
  { nests }: CompiledChoice,
  { model }: CompiledEquations,
  { utilities, available, weights }: Pick<WeightedPart, 'utilities' | 'available' | 'weights'>,
  slopes: Float64Array,
  out: { gradients: Float64Array; width: number } | undefined,
): void {
  const size = model.equations.length;
  const parameters = nestValuesOf(nests!, estimatesOf(model));
  eachNested(nests!, parameters, utilities, available, (shares, row) => {
    writeNestSlopes(shares, parameters, slopes, row * size * size);
    if (!out) return;
    eachNestDerivative(shares, parameters, (coefficient, alternative, derivative) => {
      if (alternative < 0) return;
      const at = (row * out.width + coefficient) * size;
      const from = (row * size + alternative) * size;
      for (let sum = 0; sum < size; sum++) {
        const weight = weights ? weights[from + sum]! : Number(sum === alternative);
        out.gradients[at + sum] = out.gradients[at + sum]! + weight * derivative;
      }
    });
  });
}
