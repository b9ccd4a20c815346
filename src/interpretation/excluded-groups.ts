// Linguistic data: words that users write.
import { clauseEnds, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import { replaces } from './negation.js';
import { beforeGroup, isPerson, relativeVerbs, relatives } from './people.js';
import type { Token } from './tokens.js';

const denials = new Set([
  ...stemmed('not never without non cannot neither nor dont doesnt didnt havent hasnt isnt arent wasnt werent cant'),
]);
const exceptions = new Set(stemmed('except excluding unlike'));
/** Words that deny a property only: `no children`, `outside the cities`. */
const lacks = new Set(stemmed('no outside'));
const limiting = new Set(stemmed('only just merely simply'));
const askers = new Set(stemmed('why and but so how'));
const maxDistance = 6;

/** Whether a question means all other groups: `without small children`, `who do not visit parks`, `everyone except women`. */
export function isExcludedGroup(tokens: readonly Token[], { from }: Span, isProperty: boolean): boolean {
  for (let at = from - 1; at >= 0 && from - at <= maxDistance; at--) {
    const { stem } = tokens[at]!;
    if (exceptions.has(stem) || replaces(tokens, at - 1)) return true;
    if (lacks.has(stem)) return isProperty;
    if (denials.has(stem)) return !limiting.has(tokens[at + 1]?.stem ?? '') && !isInverted(tokens, at);
    if (!beforeGroup.has(stem) && !relativeVerbs.has(stem)) return false;
  }
  return false;
}

/** `Wouldn't women pay?` asks about women. */
function isInverted(tokens: readonly Token[], at: number): boolean {
  if (!/n['’]?t$/i.test(tokens[at]!.word) || tokens[at]!.word === 'not') return false;
  const before = tokens[at - 1];
  if (before === undefined || askers.has(before.stem)) return true;
  return clauseEnds.has(before.stem) && !relatives.has(before.stem) && !isPerson(before);
}
