import { type Factor, numericParameters, type WorkflowOf } from '../../engine/definition.js';
import { diffusionModel } from '../../engine/families/diffusion/diffusion-model.js';
import { type Diffusion, marketEquations } from '../../engine/families/diffusion/diffusion.schema.js';
import { expandFactors } from '../../engine/model/linear-model.js';
import type { AdoptionFit } from '../bass.js';
import { type ParameterRange, rangeOf } from '../evidence/calibrated-ranges.js';
import { digits3 } from '../evidence/round.js';

type Equation = (typeof marketEquations)[number];

/** Quantity of a market that a parameter multiplies, by equation. The share at the start has no range in the data. */
const quantities: Readonly<Partial<Record<Equation, { readonly letter: 'p' | 'q' | 'm'; readonly words: string }>>> = {
  log_innovation: { letter: 'p', words: 'rate of innovation' },
  log_imitation: { letter: 'q', words: 'rate of imitation' },
  potential: { letter: 'm', words: 'market potential' },
};

/**
 * Range of each numeric parameter over the markets: a factor of p, q or m changes a market as far as the markets differ
 * from their median.
 */
export function marketRanges(
  { decision, scenario }: WorkflowOf<Diffusion>,
  fits: readonly AdoptionFit[],
): ParameterRange[] {
  const model = diffusionModel(decision);
  return numericParameters(scenario.parameters).map((parameter) => {
    const isParameter = (factor: Factor) => 'parameter' in factor && factor.parameter === parameter.id;
    const equation = marketEquations.find((id) =>
      model.terms.some((term) => term.equations.includes(id) && expandFactors(model, term, id).some(isParameter)),
    );
    const quantity = equation && quantities[equation];
    if (!quantity) return rangeOf(parameter, undefined);
    const values = Float64Array.from(fits, (fit) => fit[quantity.letter]).sort();
    const half = values.length >> 1;
    const median = values.length % 2 === 1 ? values[half]! : (values[half - 1]! + values[half]!) / 2;
    const relative = (value: number) => digits3((parameter.default * value) / median);
    return rangeOf(parameter, {
      range: [relative(values[0]!), relative(values.at(-1)!)],
      source: `lowest and highest ${quantity.words} of the markets, relative to the median`,
    });
  });
}
