import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import { exp } from '../../math/elementary.js';
import type { Situation } from '../../population/situation.js';
import {
  type CompiledAmounts,
  probabilityOfAny,
  startsOf,
  byLogMean,
  byLogShape,
  gammaAmounts,
  probabilityBelow,
  shapeOf,
} from './amounts.run.js';

/** Probability of each band and mean amount of each agent. */
export function amountFigures(
  compiled: CompiledAmounts,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision, hasZero, logShape } = compiled;
  const equations = compiled[side];
  const { count } = attributes;
  const starts = startsOf(compiled);
  const figures = decision.outcomes.length + 1;
  const equationCount = equations.model.equations.length;
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const size = sensitivity.model.coefficients.length;
  const shape = shapeOf(estimatesOf(equations.model)[logShape]!);
  const values = evaluateEquations(equations, attributes, assigned[side], from);
  const out = emptyFigures(count, figures, size, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * equationCount * figures : 0);
  for (let row = 0; row < count; row++) {
    const any = probabilityOfAny(compiled, values, row);
    const mean = exp(values[row]!);
    const amounts = gammaAmounts(mean, shape);
    const set = (figure: number, share: number, byMean: number, byShape: number) => {
      out.values[row * figures + figure] = any * share;
      if (!options.gradients) return;
      slopes[row * equationCount * figures + figure] = any * byMean;
      if (hasZero) slopes[(row * equationCount + 1) * figures + figure] = -any * (1 - any) * share;
      if (!other) out.gradients[(row * size + logShape) * figures + figure] = any * byShape;
    };
    let [below, byMean, byShape] = [0, 0, 0];
    starts.forEach((_, band) => {
      const end = starts[band + 1];
      const isDifferent = end !== undefined && options.gradients;
      const belowEnd = end === undefined ? 1 : probabilityBelow(amounts, end);
      const byMeanAtEnd = isDifferent ? byLogMean(amounts, end) : 0;
      const byShapeAtEnd = isDifferent && !other ? byLogShape(amounts, end) : 0;
      set(Number(hasZero) + band, belowEnd - below, byMeanAtEnd - byMean, byShapeAtEnd - byShape);
      [below, byMean, byShape] = [belowEnd, byMeanAtEnd, byShapeAtEnd];
    });
    set(decision.outcomes.length, mean, mean, 0);
    if (!hasZero) continue;
    out.values[row * figures] = 1 - any;
    if (options.gradients) slopes[(row * equationCount + 1) * figures] = any * (1 - any);
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
