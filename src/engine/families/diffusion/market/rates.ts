import { type CompiledEquations } from '../../../linear/compile-equations.js';
import { evaluateEquations } from '../../../linear/evaluate-equations.js';
import { type LinearModel } from '../../../linear/linear-model.js';
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

export function hasTerms({ terms }: Pick<LinearModel, 'terms'>, equation: Equation): boolean {
  return terms.some(({ equations }) => equations.includes(equation));
}

/** The number an equation stands for, of its value. */
export function rateOf(model: LinearModel, equation: Equation, value: number): number {
  const { of, absent } = READINGS[equation];
  return hasTerms(model, equation) ? of(value) : absent;
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
  const read = (equation: Equation) => {
    const offset = MARKET_EQUATIONS.indexOf(equation) * people.count;
    let [last, rate] = [NaN, NaN];
    return values.subarray(offset, offset + people.count).map((value) => {
      if (value !== last) [last, rate] = [value, rateOf(model, equation, value)];
      return rate;
    });
  };
  return {
    innovation: read('log_innovation'),
    imitation: read('log_imitation'),
    potential: read('potential'),
    start: read('start'),
    recovery: hasTerms(model, 'log_recovery') ? read('log_recovery') : undefined,
  };
}
