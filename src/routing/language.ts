// cspell:ignore extrasmall
import type { eld } from 'eld/extrasmall';

/** A detector reads only the first 350 bytes of a text, so a long text is read at its beginning and at its end. */
const windowCharacters = 300;
/** Fewer different words, or fewer letters, can belong to several languages: “Swissmetro fare” looks Italian. */
const minWords = 5;
const minLetters = 20;
/** Writing systems other than Latin have fewer languages and shorter words. */
const minOtherLetters = 6;
/** Lowest score of a language, 0 to 1. */
const minScore = 0.6;
/** Lowest lead over the score of English. A few words with names need more: “swissmetro fare x1.25, rail fare minus 15%” leads by 0.24. */
const minLead = 0.16;
const minLeadOfFewWords = 0.28;
const fewWords = 6;

type Detector = typeof eld;
let loading: Promise<{ eld: Detector }> | undefined;

/**
 * The language of a question, as an ISO 639-1 code, if it is certainly not English; null if it is English, too short or uncertain.
 * Compares groups of letters with those of 60 languages. Takes about 0.05 ms. The first call loads the detector, which takes 0.1 s: a start
 * of the service does not wait for it.
 */
export async function languageOf(question: string): Promise<string | null> {
  loading ??= import('eld/extrasmall');
  const { eld: loaded } = await loading;
  const languages = windowsOf(question).map((text) => foreignLanguageOf(loaded, text));
  return languages.every((language) => language !== null) ? (languages[0] ?? null) : null;
}

function windowsOf(question: string): string[] {
  return question.length <= 2 * windowCharacters
    ? [question]
    : [question.slice(0, windowCharacters), question.slice(-windowCharacters)];
}

function foreignLanguageOf(detector: Detector, text: string): string | null {
  const lead = requiredLead(text);
  if (lead === undefined) return null;
  const detected = detector.detect(text);
  const { [detected.language]: score = 0, en: english = 0 } = detected.getScores();
  return detected.language !== 'en' && score >= minScore && score - english >= lead ? detected.language : null;
}

/** Undefined if the text is too short. */
function requiredLead(text: string): number | undefined {
  const otherLetters = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  const words = new Set(text.toLowerCase().match(/\p{Script=Latin}[\p{Script=Latin}\p{M}]+/gu));
  const letters = [...words].join('').length;
  if (otherLetters > letters) return otherLetters >= minOtherLetters ? minLead : undefined;
  if (words.size < minWords || letters < minLetters) return undefined;
  return words.size < fewWords ? minLeadOfFewWords : minLead;
}
