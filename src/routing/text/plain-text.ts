// cspell:ignore onopentag onclosetag ontext
import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';

/** Limits nested quotations and lists, so that a hostile text stays fast. */
const maxNesting = 20;
const markdown = new MarkdownIt('commonmark', { html: true, maxNesting });

/** Elements without text for readers. */
const hiddenElements = new Set(['script', 'style', 'head', 'template', 'noscript']);
/** Elements inside a line of text. All other ones start a new line. */
const inlineElements = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var'.split(
    ' ',
  ),
);

/**
 * The text of a question without Markdown and HTML. Each paragraph, heading and list item is one line. Plain text keeps its words.
 * A text of 2,000 characters takes at most about 20 ms, and usually below 1 ms.
 */
export function plainText(question: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (hiddenElements.has(name)) hidden += 1;
        else if (!inlineElements.has(name)) text += '\n';
      },
      onclosetag(name) {
        if (hiddenElements.has(name)) hidden = Math.max(0, hidden - 1);
        else if (!inlineElements.has(name)) text += '\n';
      },
      ontext(part) {
        if (hidden === 0) text += part.replace(/\s+/gu, ' ');
      },
    },
    { decodeEntities: true },
  );
  parser.end(markdown.render(question));
  return text
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

const markup = /<\/?[a-z]|\*\*|[`#]|\]\(|^>/im;

/** The question itself if it has no markup, so that `> 100k` or `1. Fares` keeps all of its words. */
export const withoutMarkup = (question: string): string => (markup.test(question) ? plainText(question) : question);

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
