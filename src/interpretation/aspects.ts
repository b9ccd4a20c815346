import type { Amount } from './amount.js';
import { stemmed } from './lexicon.js';
import type { Token } from './tokens.js';
import { isMoney, unitOf } from './units.js';
import { impliedBy, type Naming } from './vocabulary.js';

const lengths = new Set(stemmed('long longer short shorter'));

/** Whether an amount's adjective is strict: what is faster has a time, and what is cheaper a price. */
export const isStrict = ({ kind, aspect }: Amount): boolean =>
  (kind === 'percent' || kind === 'factor') && (aspect === 'time' || aspect === 'price');

/** Whether a strict adjective may be said of a parameter: `spreads 20% faster` says nothing of advertising. */
export function suits(tokens: readonly Token[], amount: Amount, naming: Naming, unit: string): boolean {
  const implies = (aspect: 'price' | 'time' | 'distance' | 'frequency') =>
    naming.some((phrases) => impliedBy(phrases, aspect));
  const own = unitOf(unit);
  const { dimension } = own;
  if (amount.aspect === 'price') return implies('price') || isMoney(own);
  if (implies('time') || dimension === 'time') return true;
  const isOfLength = lengths.has(tokens[amount.to - 1]?.stem ?? '');
  return isOfLength && (implies('distance') || implies('frequency') || dimension === 'length');
}
