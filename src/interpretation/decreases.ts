import { stemmed } from './lexicon.js';
import { readFraction, readNumber } from './numbers.js';
import type { Token } from './tokens.js';

const losing = new Set(stemmed('lose loses lost shed sheds'));
const own = new Set(stemmed('its their his her the'));
const [fall = ''] = stemmed('fall');

/** Reads `lose` as `fall` if a part of the thing is lost: `the program loses 30% of its strength`, but not `lose 30% of customers`. */
export function withDecreases(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    if (!losing.has(token.stem)) return token;
    const share = readNumber(tokens, at + 1) ?? readFraction(tokens, at + 1);
    const end = share && tokens[share.to]?.stem === '%' ? share.to + 1 : share?.to;
    const isPart = end !== undefined && tokens[end]?.stem === 'of' && own.has(tokens[end + 1]?.stem ?? '');
    return isPart ? { ...token, stem: fall } : token;
  });
}
