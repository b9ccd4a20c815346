import type { Amount } from './amount.js';
import { clauseEnds, clauseOpeners, factorOf, fillers, movements, stemmed } from './lexicon.js';
import type { Mention } from './mentions.js';
import type { Token } from './tokens.js';
import { unitOf } from './units.js';

/** Nouns of outcomes. The simulation answers how many people do something, so `20% more people` sets no parameter. */
const outcomeNouns = new Set(
  stemmed(
    'people person passenger traveller traveler commuter rider ridership driver motorist user customer buyer shopper donor ' +
      'voter patient visitor man men woman women household family resident tenant citizen adult farmer adopter ' +
      'trip ride sale vote demand turnout traffic use usage revenue profit',
  ),
);
/** Words that end a noun phrase. */
const functionWords = new Set([
  ...clauseOpeners,
  ...fillers,
  ...stemmed(
    'in by from before as than rather instead and or but who which that what how per now today this next last again ' +
      'it they we you i he she there still also then would could should may might can must will do does did has have had get got',
  ),
]);
const adverbs = new Set(stemmed('twice thrice twofold threefold fourfold'));
const linking = new Set(stemmed('in the of number amount'));
const possessive = new Set(stemmed('by of from for'));
const owners = new Set(stemmed('its their his her the our'));
const maxNameWords = 3;
const maxDistanceToSubject = 8;

/** Whether an amount applies to something other than the parameter with these mentions: `twice as many people`, `a 20% rise in sales`. */
export function appliesToOther(
  tokens: readonly Token[],
  amount: Amount,
  lists: readonly (readonly Mention[])[],
  unit: string,
): boolean {
  const mentions = lists.flat();
  const { kind, sign, counted } = amount;
  if (!counted && kind !== 'factor' && (kind !== 'percent' || sign === 0)) return false;
  const isNamed = (at: number) => mentions.some(({ from, to }) => from <= at && at < to);
  const isAnswer = (name: readonly string[], at: number) =>
    name.some((stem, offset) => outcomeNouns.has(stem) && !isNamed(at + offset));
  const first = tokens[amount.from]!.stem;
  // `lose 30% of its customers`.
  const part =
    tokens[amount.to]?.stem === 'of' ? amount.to + (owners.has(tokens[amount.to + 1]?.stem ?? '') ? 2 : 1) : undefined;
  if (part !== undefined && isAnswer(nameAt(tokens, part), part)) return true;
  const isTransitive = isNamed(amount.to) || (tokens[amount.to]?.stem === 'the' && isNamed(amount.to + 1));
  const isVerb = first === 'by' || movements.has(first) || (factorOf(first) !== undefined && !adverbs.has(first));
  if (!counted && isVerb && !isTransitive && hasPeopleAsSubject(tokens, amount.from, lists)) return true;
  const at = counted ? amount.to : objectAt(tokens, amount);
  const name = nameAt(tokens, at);
  if (isAnswer(name, at)) return true;
  if (counted && isNamed(at)) return !isOfQuantity(amount, lists, at, at + name.length);
  if (!counted || name.length === 0 || unitOf(unit).dimension === `of ${name[0]!}`) return false;
  // `twice as many visits by extension agents`.
  const link = at + name.length;
  return !(possessive.has(tokens[link]?.stem ?? '') && [1, 2].some((offset) => isNamed(link + offset)));
}

/** `20% more trains a day` names a number of departures. `20% more trains` does not, unless the adjective does (`fewer`). */
function isOfQuantity(amount: Amount, lists: readonly (readonly Mention[])[], from: number, end: number): boolean {
  if (amount.aspect !== null || lists.length < 2) return true;
  const quantities = lists.slice(1).flat();
  return quantities.some((mention) => from < mention.to && mention.from <= end + 1);
}

/** First token of the object: `double the number of passengers`, `20% increase in passengers`. `rise by 20%` has no object after it. */
function objectAt(tokens: readonly Token[], { from, to, kind }: Amount): number {
  const isBy = tokens.slice(from, to).some(({ stem }) => stem === 'by');
  const isNoun = movements.has(tokens[to]?.stem ?? '');
  if (isBy) return tokens.length;
  // `a 20% ridership increase`.
  if (kind === 'percent' && !isNoun) return nameAt(tokens, to).some((stem) => movements.has(stem)) ? to : tokens.length;
  let at = isNoun ? to + 1 : to;
  while (linking.has(tokens[at]?.stem ?? '')) at++;
  return at;
}

/** Whether a mention counts people: `the number of train passengers`. */
export function countsPeople(tokens: readonly Token[], { to }: Mention): boolean {
  if (tokens[to]?.stem !== 'of') return false;
  return nameAt(tokens, tokens[to + 1]?.stem === 'the' ? to + 2 : to + 1).some((stem) => outcomeNouns.has(stem));
}

const isOfName = ({ stem }: Token) => /^\p{L}/u.test(stem) && !functionWords.has(stem);

function nameAt(tokens: readonly Token[], from: number): string[] {
  const near = tokens.slice(from, from + maxNameWords);
  const end = near.findIndex((token) => !isOfName(token));
  return near.slice(0, end < 0 ? near.length : end).map(({ stem }) => stem);
}

/** Whether the subject of a verb is people: `ridership on the train rose by 20%`. In `passengers pay fares that rose by 20%`, it is the fares. */
function hasPeopleAsSubject(tokens: readonly Token[], verb: number, lists: readonly (readonly Mention[])[]): boolean {
  const named = (mentions: readonly Mention[], at: number) => mentions.some(({ from, to }) => from <= at && at < to);
  const quantities = lists.length > 1 ? lists.slice(1).flat() : lists.flat();
  for (let at = verb - 1; at >= Math.max(0, verb - maxDistanceToSubject); at--) {
    const { stem } = tokens[at]!;
    if (clauseEnds.has(stem) || named(quantities, at)) return false;
    // `a woman's own contacts`.
    if (/['’]s?$/.test(tokens[at]!.word)) continue;
    if (outcomeNouns.has(stem)) return !named(lists.flat(), at);
  }
  return false;
}
