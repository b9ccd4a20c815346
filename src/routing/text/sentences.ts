// cspell:ignore tell
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Shorter questions are compared as a whole only: nearly all of them have a single sentence. */
const minLongCharacters = 250;
/** Bounds the cost: each sentence takes about as long as a short question. */
const maxSentences = 8;

const endsWithQuestionMark = /\?["'”’)\]]*$/;
const requests =
  /\b(?:how (?:many|much|far|long|often|likely|big|large|high)|what (?:share|portion|percentage|proportion|fraction|part|happens|would|if)|which|whether|would|(?:like|need|want) to know|tell (?:me|us)|estimate|predict|forecast|calculate|wonder|suppose|imagine|if)\b/i;

/**
 * The sentences of a long question that can decide its route: those that request something, or all if none does, because the others are
 * background. At most the eight longest ones, in order. Empty for a short question and for a single sentence.
 *
 * @param text plain text with one paragraph per line
 */
export function decidingSentences(text: string): string[] {
  if (text.length <= minLongCharacters) return [];
  const sentences = [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(hasLetters);
  if (sentences.length < 2) return [];
  const requesting = sentences.filter((sentence) => endsWithQuestionMark.test(sentence) || requests.test(sentence));
  return longest(requesting.length > 0 ? requesting : sentences);
}

const hasLetters = (text: string) => /\p{L}/u.test(text);

function longest(sentences: readonly string[]): string[] {
  const [shortestKept = ''] = [...sentences].sort((a, b) => b.length - a.length).slice(maxSentences - 1);
  return sentences.filter(({ length }) => length >= shortestKept.length).slice(0, maxSentences);
}
