import type { Amount } from './amount.js';
import { stemmed } from './lexicon.js';
import type { Token } from './tokens.js';
import { isMoney, unitOf } from './units.js';
import { impliedBy, type Naming } from './vocabulary.js';

const lengths = new Set(stemmed('long longer short shorter'));

/** Whether an amount's adjective is strict: what is faster has a time, and what is cheaper a price. */
export const isStrict = ({ kind, aspect }: Amount): boolean =>
  (kind === 'percent' || kind === 'factor') && (aspect === 'time' || aspect === 'price');

/** Whether the unit of an old and a new value may be the parameter's: 39 instead of 26 weeks say nothing of the level of benefits. */
export const measures = ({ was, unit }: Amount, naming: Naming): boolean =>
  was === null ||
  unit?.dimension !== 'time' ||
  naming.some((phrases) => impliedBy(phrases, 'time') ?? impliedBy(phrases, 'frequency'));

/** Whether a strict adjective may be said of a parameter: `spreads 20% faster` says nothing of advertising. */
export function suits(tokens: readonly Token[], amount: Amount, naming: Naming, unit: string): boolean {
  const implies = (aspect: 'price' | 'time' | 'distance' | 'frequency') =>
    naming.some((phrases) => impliedBy(phrases, aspect));
  const own = unitOf(unit);
  const { dimension } = own;
  if (amount.aspect === 'price') return implies('price') || isMoney(own);
  if (implies('time') || dimension === 'time') return true;
  const isOfLength = tokens.slice(amount.from, amount.to).some(({ stem }) => lengths.has(stem));
  return isOfLength && (implies('distance') || implies('frequency') || dimension === 'length');
}
