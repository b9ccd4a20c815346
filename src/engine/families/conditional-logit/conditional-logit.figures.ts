import {
  addGradients,
  type AgentFigures,
  type ChainTarget,
  emptyFigures,
  type FigureOptions,
} from '../../model/agent-figures.js';
import { type Coefficients, type CompiledEquations, estimatesOf } from '../../model/compile-equations.js';
import { evaluateEquations } from '../../model/evaluate-equations.js';
import { tasteState } from '../../model/linear-model.js';
import { noStates, type States } from '../../model/products/evaluate-products.js';
import type { Situation } from '../../population/situation.js';
import { availabilityOf } from './availability.js';
import { type CompiledChoice, probabilitiesAt } from './conditional-logit.run.js';
import { nestValuesOf } from './nests/compile-nests.js';
import { eachNestDerivative, eachNested, writeNestSlopes } from './nests/nested-figures.js';
import { applyScales, scaledUtilities, scalesOf } from './scales/scales.js';
import {
  addMembershipGradients,
  classShares,
  type ClassShare,
  drawClasses,
  shareAt,
} from './tastes/class-membership.js';
import type { TasteSource } from './tastes/compile-tastes.js';
import { ownCoefficients } from './tastes/draw-tastes.js';
import { drawStandardNumbers } from './tastes/standard-numbers.js';

/**
 * Probability of each alternative for each agent, averaged over the latent classes. The derivative of P(j) with respect to the utility of k is
 * P(j)·([j = k] - P(k)). Source: Train, "Discrete choice methods with simulation" (2009), section 3.6.
 */
export function choiceFigures(
  choice: CompiledChoice,
  situation: Situation,
  side: 'scenario' | 'baseline',
  { gradients, givenGroup = false, respectTo }: FigureOptions,
): AgentFigures {
  const { availability, membership } = choice;
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
  const parts = partsOf(choice, estimates, situation, givenGroup);
  const byPart = parts.map(({ shares, states, targets }) => {
    const utilities = evaluateEquations(equations, attributes, assigned[side], from, states);
    const probabilities = probabilitiesAt(choice, estimates, utilities, available, attributes);
    for (let j = 0; j < size; j++)
      addShares(out.values, probabilities.subarray(j * count, (j + 1) * count), shares, size, j);
    if (gradients) {
      const scaled = scaledUtilities(utilities, scales);
      if (choice.nests) addNestGradients(choice, equations, scaled, available, slopes, other ? undefined : out);
      else writeSlopes(slopes, probabilities, shares, size);
      if (scales) applyScales(scales, utilities, slopes, other ? undefined : out.gradients, width);
      const own = other ? undefined : targets;
      addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients, own, states);
    }
    return probabilities;
  });
  if (gradients && !other && membership && !givenGroup) {
    const shares = parts.map((part) => part.shares);
    addMembershipGradients(membership, situation, shares, byPart, out);
  }
  return out;
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

/** A latent class. A decision without classes has one. */
export interface MixturePart {
  /** Share of the class. If the classes are given, it is 1 for the agents of the class and 0 for the others. */
  readonly shares: ClassShare | Uint8Array;
  readonly states: States;
  readonly targets: readonly (readonly ChainTarget[])[] | undefined;
}

const sameForAll: MixturePart = { shares: 1, states: noStates, targets: undefined };

/** The latent classes of a choice, in which agents have the coefficients of the class. */
export function partsOf(
  { tastes, membership }: CompiledChoice,
  values: Coefficients,
  situation: Situation,
  givenClass: boolean,
): MixturePart[] {
  if (!tastes) return [sameForAll];
  const { count } = situation.attributes;
  const numbers = drawStandardNumbers(tastes.shapes, situation);
  const classes = givenClass ? drawClasses(membership, situation) : undefined;
  return classShares(membership, situation).map((share, k) => {
    const states = ownCoefficients(tastes, values, numbers, new Uint8Array(count).fill(k));
    const targets: ChainTarget[][] = [];
    const { money } = tastes;
    const ofMoney = money && (states[tasteState(money.coefficient)] as Float64Array);
    /** Derivatives of a coefficient x·inner, or of sign·e^x with itself as `inner`: dx/d(loading) is the agent's standard number. */
    const targetsOf = ({ mean, loadings }: TasteSource, inner: Float64Array | undefined): ChainTarget[] => [
      { coefficient: mean, ...(inner && { factors: inner }) },
      ...loadings.map(({ coefficient: loading, slot }) => {
        const draws = numbers.subarray(slot * count, (slot + 1) * count);
        return { coefficient: loading, factors: inner ? draws.map((draw, row) => draw * inner[row]!) : draws };
      }),
    ];
    tastes.tastes.forEach((taste) => {
      const source = taste.sources[k]!;
      const own = states[tasteState(taste.coefficient)] as Float64Array;
      const isMultiplied = money !== undefined && taste !== money;
      const inner = source.sign !== 0 ? own : isMultiplied ? ofMoney!.map(Math.abs) : undefined;
      targets[taste.position] = [
        ...targetsOf(source, inner),
        ...(isMultiplied ? targetsOf(money.sources[k]!, own) : []),
      ];
    });
    return { shares: classes ? classes.map((own) => Number(own === k)) : share, states, targets };
  });
}
