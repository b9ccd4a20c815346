import { normalCumulative } from '../../math/normal.js';
import { addGradients, type AgentFigures, emptyFigures, type FigureOptions } from '../../equations/agent-figures.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import { evaluateEquations } from '../../equations/evaluate-equations.js';
import type { Situation } from '../../population/situation.js';
import { censoredMean, type CompiledPayment, sigmaOf } from './willingness-to-pay.run.js';
import { exp, log } from '../../math/elementary.js';

const sqrt2Pi = Math.sqrt(2 * Math.PI);

function normalDensity(z: number): number {
  return exp((-z * z) / 2) / sqrt2Pi;
}

/** Derivatives of a figure: with respect to the predictors `amount` and `zero`, and with respect to log σ. */
interface Slopes {
  readonly value: number;
  readonly amount: number;
  readonly zero: number;
  readonly logSigma: number;
}

/**
 * Probability of each outcome, mean amount and probability of paying each price of the curve, of each agent.
 *
 * The mean of min(X, limit) of a log-normal X = e^(a + σZ) has the derivatives E[X; X < limit] for a and E[X·Z; X < limit] for σ.
 */
export function paymentFigures(
  compiled: CompiledPayment,
  { attributes, assigned, from }: Situation,
  side: 'scenario' | 'baseline',
  options: FigureOptions,
): AgentFigures {
  const { decision, logSigma } = compiled;
  const equations = compiled[side];
  const price = compiled.prices[side];
  const { count } = attributes;
  const { prices } = decision.curve;
  const limit = decision.amount.most;
  const figures = 4 + prices.length;
  const other = options.respectTo?.(equations.model);
  const sensitivity = other ?? equations;
  const size = sensitivity.model.coefficients.length;
  const sigma = sigmaOf(compiled, estimatesOf(equations.model));
  const values = evaluateEquations(equations, attributes, assigned[side], from);
  const out = emptyFigures(count, figures, size, options.gradients);
  const slopes = new Float64Array(options.gradients ? count * 2 * figures : 0);
  for (let row = 0; row < count; row++) {
    const [amount, zero] = [values[row]!, values[count + row]!];
    const any = 1 / (1 + exp(zero));
    const pays = (at: number): Slopes => {
      const z = (amount - log(at)) / sigma;
      const share = normalCumulative(z);
      const density = options.gradients ? any * normalDensity(z) : 0;
      return { value: any * share, amount: density / sigma, zero: -any * (1 - any) * share, logSigma: -z * density };
    };
    const set = (figure: number, { value, ...slope }: Slopes) => {
      out.values[row * figures + figure] = value;
      if (!options.gradients) return;
      slopes[row * 2 * figures + figure] = slope.amount;
      slopes[(row * 2 + 1) * figures + figure] = slope.zero;
      if (!other) out.gradients[(row * size + logSigma) * figures + figure] = slope.logSigma;
    };
    const paysPrice = pays(price);
    set(0, { value: 1 - any, amount: 0, zero: any * (1 - any), logSigma: 0 });
    set(1, {
      value: any - paysPrice.value,
      amount: -paysPrice.amount,
      zero: -any * (1 - any) - paysPrice.zero,
      logSigma: -paysPrice.logSigma,
    });
    set(2, paysPrice);
    const mean = censoredMean({ amount, zero, sigma }, limit);
    const distance = (log(limit) - amount) / sigma - sigma;
    const scale = any * exp(amount + (sigma * sigma) / 2);
    set(3, {
      value: mean,
      amount: scale * normalCumulative(distance),
      zero: -(1 - any) * mean,
      logSigma: sigma * scale * (sigma * normalCumulative(distance) - normalDensity(distance)),
    });
    prices.forEach((curvePrice, k) => set(4 + k, pays(curvePrice)));
  }
  if (options.gradients) addGradients(sensitivity, attributes, assigned[side], slopes, out.gradients);
  return out;
}
