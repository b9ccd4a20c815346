import type { Amount } from './amount.js';
import { mentionsOf, type NumericCandidate } from './numeric-candidate.js';
import { sentenceEnds, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion } from './mentions.js';

const prepositions = new Set(stemmed('after at for of on by from to per before'));
/** Occasions of a share: `displayed on every trip`. */
const occasions = new Set(stemmed('trip store shop visit week day occasion time purchase aisle supermarket single'));

const [single = ''] = stemmed('single');
/** `every one of its trains`, `every single one of them`. */
const ofThem = new Set(stemmed('one of the its their these those'));

const others = new Set(stemmed('village state country town city region place round match game'));

/** Whether `every` belongs to something else: `in each village`, `after every round`. */
export function isOfOther({ tokens }: ReadQuestion, { from, to }: Amount, candidate: NumericCandidate): boolean {
  let at = to;
  if (tokens[at]?.stem === single && tokens[at + 1]?.stem === 'one') at++;
  while (ofThem.has(tokens[at]?.stem ?? '')) at++;
  const noun = tokens[at]?.stem ?? '';
  const isNamed = mentionsOf(candidate).some((mention) => mention.from <= at && at < mention.to);
  const before = tokens[from - 1]?.stem ?? '';
  const [subjects = []] = candidate.named.mentions;
  const isSubject = subjects.some((mention) => mention.from <= at && at < mention.to);
  if (candidate.named.mentions.length > 1 && isNamed && !isSubject) return true;
  if (others.has(noun)) return !isNamed;
  // The label `Swissmetro trains with airline-type seats` has words that name no parameter.
  const isOther =
    ('reason' in candidate.reading || prepositions.has(before)) &&
    !stemmed(candidate.named.parameter.label).includes(noun);
  return isOther && /^\p{L}/u.test(noun) && !isNamed && !occasions.has(noun);
}

const eachWords = new Set(stemmed('all every each both whatever any entire whole across regardless'));
const kindsOfProduct = new Set(
  stemmed('size bottle pack version variety kind type model brand three four two one them range line'),
);
const maxDistanceToEach = 4;

/** `every Heinz`, `all three sizes of Heinz`, `Heinz, whatever the size`. */
export function isOfEach({ tokens }: ReadQuestion, { from, to }: Mention): boolean {
  if (tokens.slice(Math.max(0, from - maxDistanceToEach), to).some(({ stem }) => eachWords.has(stem))) return true;
  let [start, end] = [from, to];
  while (start > 0 && !sentenceEnds.has(tokens[start - 1]!.stem)) start--;
  while (end < tokens.length && !sentenceEnds.has(tokens[end]!.stem)) end++;
  return tokens
    .slice(start, end)
    .some(
      ({ stem }, at, sentence) =>
        eachWords.has(stem) &&
        sentence.slice(at + 1, at + 1 + maxDistanceToEach).some((next) => kindsOfProduct.has(next.stem)),
    );
}
