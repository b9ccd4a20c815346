import { sentencesOf } from './clauses.js';
import type { Arm, Interpretation, Interpreted } from './findings.js';
import { isUnread } from './findings.js';
import { better } from './question-words.js';

/** `or` between two scenarios; not in `or more`. */
const separator =
  /,?\s+(?:or|versus|vs\.?)\s+(?!(?:more|less|fewer|over|under|older|younger|above|below|so|not|longer)\b)/i;

/** A question is read twice for each sentence with two scenarios, so their number is limited. */
const maxSentences = 2;

/** The scenarios of a comparison, and the values that all of them share. */
export interface ReadArms {
  arms: Arm[];
  shared: Interpreted[];
}

/**
 * Reads both scenarios of a comparison whose second one refers to words before the first one: `Is it better for the train to cut its fare by
 * 20% or to run twice as often?` Each scenario takes the place of both, and the same rules read the two sentences.
 */
export function readArms(text: string, read: (variant: string) => Interpretation): ReadArms | undefined {
  const sentences = sentencesOf(text).flatMap((sentence) => {
    const link = better.test(sentence.text) ? separator.exec(sentence.text) : null;
    return link ? [{ sentence, link }] : [];
  });
  for (const { sentence, link } of sentences.slice(0, maxSentences)) {
    const before = sentence.text.slice(0, link.index);
    const second = sentence.text.slice(link.index + link[0].length);
    const start = startOfFirst(before, second);
    if (start === undefined || start < 0) continue;
    const first = before.slice(start);
    const around = (arm: string) =>
      read(`${text.slice(0, sentence.from)}${before.slice(0, start)}${arm}${text.slice(sentence.to)}`);
    const readings = [around(`${first}?`), around(second)];
    if (readings.some(({ interpreted, notInterpreted }) => interpreted.length === 0 || notInterpreted.some(isUnread)))
      continue;
    const [a, b] = readings.map(({ interpreted }) => interpreted) as [Interpreted[], Interpreted[]];
    const isShared = (one: Interpreted, others: readonly Interpreted[]) =>
      others.some(({ parameter, value }) => parameter === one.parameter && value === one.value);
    const own = [a.filter((one) => !isShared(one, b)), b.filter((one) => !isShared(one, a))];
    if (own.some(({ length }) => length === 0)) continue;
    return {
      shared: a.filter((one) => isShared(one, b)),
      arms: own.map((values, position) => ({
        from: (position === 0 ? first : second).trim().replace(/[?.!]+$/, ''),
        values: Object.fromEntries(values.map(({ parameter, value }) => [parameter, value])),
      })),
    };
  }
  return undefined;
}

/** Where the first scenario begins: after a colon, at its number, at the word that also begins the second one, or after a comma. */
function startOfFirst(before: string, second: string): number | undefined {
  const colon = before.lastIndexOf(':');
  if (colon >= 0) return colon + 1;
  if (/^[\d$€£]/.test(second)) return before.search(/[\d$€£]/);
  const [word = ''] = second.toLowerCase().match(/^[a-z]+/) ?? [];
  const same = /^an?$/.test(word) ? 'an?' : word.endsWith('ing') && word.length > 4 ? '[a-z]+ing' : word;
  const starts = [...before.matchAll(new RegExp(`\\b${same || '(?!)'}\\b(?! [\\d$€£])`, 'gi'))].map(
    ({ index }) => index,
  );
  const comma = before.lastIndexOf(',');
  return starts.at(-1) ?? (comma >= 0 ? comma + 1 : undefined);
}
