import type { Parameter } from '../engine/index.js';
import type { Interpretation, NotInterpreted } from './findings.js';
import { isUnread } from './findings.js';
import { isChoiceParameter, type ChoiceParameter } from './options.js';
import { conditionWords } from './question-words.js';

/** `Insurance plan`, `Mailing` before the election, Type of `building`. */
const headNoun = /^(?:type of )?(?:[\w-]+ )?([a-z]{3,})(?= (?:of|before|after|announced|in|with|for|to|by)\b|$)/i;
/** Words for any option of a workflow that has only one choice. */
const generic = ['option', 'version', 'arm', 'treatment', 'variant', 'alternative', 'condition'];

const comparableKinds = new Set<Interpretation['kind']>(['baseline', 'scenario', 'goal']);
/** `Which plan brings less than 2 visits?` asks for a result that a comparison does not give. */
const amount =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|half|halves?|thirds?|quarters?|doubles?|twice|percent|majority)\b/i;

/**
 * Reads a question for all options of a choice as a comparison: `turnout under each of the mailings`, `which plan has the most visits`.
 * The goal of the best option is answered in the same way. Does nothing if the question names an option, or has other unread words.
 */
export function readEach(read: Interpretation, parameters: readonly Parameter[], text: string): Interpretation {
  if (!comparableKinds.has(read.kind)) return read;
  const choices = parameters.filter(isChoiceParameter);
  for (const choice of choices) {
    if (isRead(choice, read)) continue;
    const words = wordsFor(choice, choices.length === 1).exec(text)?.[0];
    if (words === undefined) continue;
    const isOfWords = ({ reason, words: unread }: NotInterpreted) =>
      unread.includes(words) &&
      (reason === 'no_parameter' || (reason === 'goal' && !amount.test(unread.replace(words, ''))));
    const others = read.notInterpreted.filter((one) => !isOfWords(one));
    if (read.notInterpreted.some((one) => isOfWords(one) && conditionWords.test(one.words))) return read;
    if (others.some(isUnread)) return read;
    const arms = choice.options.map(({ id }) => ({ from: words, values: { [choice.id]: id } }));
    return { ...read, kind: read.kind === 'goal' ? 'goal' : 'comparison', arms, notInterpreted: others };
  }
  return read;
}

const isRead = ({ id }: ChoiceParameter, { interpreted, notInterpreted }: Interpretation): boolean =>
  interpreted.some(({ parameter }) => parameter === id) ||
  notInterpreted.some(({ parameters }) => parameters.includes(id));

function wordsFor({ id, label }: ChoiceParameter, isOnly: boolean): RegExp {
  const own = [headNoun.exec(label)?.[1]?.toLowerCase(), /^[a-z]+$/.exec(id)?.[0]];
  const nouns = [...new Set(own), ...(isOnly ? generic : [])].filter((noun) => noun !== undefined).join('|') || '(?!)';
  const one = '(?:each|every|which|what)(?: one)?(?: of)?(?: the| these| those| your)?';
  const several = '(?:all|between|among|across|compare)(?: all)?(?: of)?(?: the| these| those| your)?';
  const number = '(?: two| three| four| five| six| \\d)?(?: different)?(?: types? of| kinds? of)?';
  return new RegExp(`\\b(?:${one}${number} (?:${nouns})(?:e?s)?|${several}${number} (?:${nouns})e?s)\\b`, 'i');
}
