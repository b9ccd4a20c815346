import type { CompiledEquations } from '../../../model/compile-equations.js';
import { evaluateEquations } from '../../../model/evaluate-equations.js';
import type { LinearModel } from '../../../model/linear-model.js';
import type { AttributeTable } from '../../../population/attribute-table.js';
import { marketEquations } from '../diffusion.schema.js';
import type { MarketRates } from './spread-in-market.js';
import { exp } from '../../../math/elementary.js';

// Bound once: Jest gives each test file its own global object, which makes each lookup of `Math` slow.
const { max, min } = Math;

type Equation = (typeof marketEquations)[number];

/** Converts the value of each equation to a rate or a share (inverse link). `absent` is the rate or share of an equation without terms. */
const inverseLinks: Record<Equation, { convert: (value: number) => number; absent: number }> = {
  log_innovation: { convert: exp, absent: 0 },
  log_imitation: { convert: exp, absent: 0 },
  potential: { convert: asShare, absent: 1 },
  start: { convert: asShare, absent: 0 },
  log_recovery: { convert: exp, absent: 0 },
};

function asShare(value: number): number {
  return min(1, max(0, value));
}

function hasTerms({ terms }: Pick<LinearModel, 'terms'>, equation: Equation): boolean {
  return terms.some(({ equations }) => equations.includes(equation));
}

/** Functions that convert the value of each equation to a rate or a share, in the order of `marketEquations`. */
export function rateConverters(model: Pick<LinearModel, 'terms'>): ((value: number) => number)[] {
  return marketEquations.map((equation) => {
    const { convert, absent } = inverseLinks[equation];
    return hasTerms(model, equation) ? convert : () => absent;
  });
}

/** Rates and shares of each agent. @throws EngineError `utility_not_finite` */
export function ratesOf(
  compiled: CompiledEquations,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  from: number,
): MarketRates {
  const { model } = compiled;
  const values = evaluateEquations(compiled, attributes, assigned, from);
  const [innovation, imitation, potential, start, recovery] = rateConverters(model).map((convert, equation) => {
    // Agents often share one value, so the last conversion is reused.
    let [last, rate] = [NaN, NaN];
    return values.subarray(equation * attributes.count, (equation + 1) * attributes.count).map((value) => {
      if (value !== last) [last, rate] = [value, convert(value)];
      return rate;
    });
  });
  return {
    innovation: innovation!,
    imitation: imitation!,
    potential: potential!,
    start: start!,
    recovery: hasTerms(model, 'log_recovery') ? recovery : undefined,
  };
}
