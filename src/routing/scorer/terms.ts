/** A feature of a text, and the word or word pair that it comes from. */
export interface Term {
  key: string;
  /** Two kinds of features. Each is normalized on its own, so that the many letter groups do not outweigh the words. */
  kind: 'words' | 'letters';
  from: string;
}

const minGroupLength = 3;
const maxGroupLength = 5;

/** The words of a text in lower case, separated by any other character. Works for scripts that separate words. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []
  );
}

/** The key of the longest group of letters at the beginning of a word: words with equal beginnings are mostly forms of one word. */
export const beginningOf = (word: string) => `#${[...`_${word}_`].slice(0, maxGroupLength).join('')}`;

/** Single words, adjacent pairs, and groups of three to five letters within a word and its boundaries. */
export function termsOf(text: string): Term[] {
  const words = wordsOf(text);
  const terms: Term[] = [];
  words.forEach((word, position) => {
    terms.push({ key: word, kind: 'words', from: word });
    const next = words[position + 1];
    if (next !== undefined) terms.push({ key: `${word} ${next}`, kind: 'words', from: `${word} ${next}` });
    const letters = [...`_${word}_`];
    for (let length = minGroupLength; length <= maxGroupLength; length++) {
      for (let start = 0; start + length <= letters.length; start++) {
        terms.push({ key: `#${letters.slice(start, start + length).join('')}`, kind: 'letters', from: word });
      }
    }
  });
  return terms;
}
