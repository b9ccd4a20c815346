import { type CompiledEquations } from '../../../model/compile-equations.js';
import { evaluateEquations } from '../../../model/evaluate-equations.js';
import { type LinearModel } from '../../../model/linear-model.js';
import { type People } from '../../../population/people.js';
import { MARKET_EQUATIONS } from '../schema.js';
import { type MarketRates } from './spread.js';

type Equation = (typeof MARKET_EQUATIONS)[number];

/** How an equation's value becomes a rate or a share, and what holds where it has no terms. */
const READINGS: Record<Equation, { of: (value: number) => number; absent: number }> = {
  log_innovation: { of: Math.exp, absent: 0 },
  log_imitation: { of: Math.exp, absent: 0 },
  potential: { of: asShare, absent: 1 },
  start: { of: asShare, absent: 0 },
  log_recovery: { of: Math.exp, absent: 0 },
};

function asShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function hasTerms({ terms }: Pick<LinearModel, 'terms'>, equation: Equation): boolean {
  return terms.some(({ equations }) => equations.includes(equation));
}

/** What turns the values of the equations of one agent into its rates and shares, in their order. */
export function rateReaders(model: Pick<LinearModel, 'terms'>): ((value: number) => number)[] {
  return MARKET_EQUATIONS.map((equation) => {
    const { of, absent } = READINGS[equation];
    return hasTerms(model, equation) ? of : () => absent;
  });
}

/** The rates and shares of each agent. */
export function ratesOf(
  compiled: CompiledEquations,
  people: People,
  assigned: readonly Uint8Array[],
  from: number,
): MarketRates {
  const { model } = compiled;
  const values = evaluateEquations(compiled, people, assigned, from);
  const [innovation, imitation, potential, start, recovery] = rateReaders(model).map((readRate, equation) => {
    let [last, rate] = [NaN, NaN];
    return values.subarray(equation * people.count, (equation + 1) * people.count).map((value) => {
      if (value !== last) [last, rate] = [value, readRate(value)];
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
