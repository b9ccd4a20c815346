interface Term {
  key: string;
  /** Two kinds of features. Each is normalized on its own, so that the many letter groups do not outweigh the words. */
  kind: 'words' | 'letters';
  from: string;
}

const minGroupLength = 3;
const maxGroupLength = 5;

/** The words of a text in lower case, separated by any other character. Works for scripts that separate words. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []
  );
}

/** The key of the longest group of letters at the beginning of a word: words with equal beginnings are mostly forms of one word. */
const beginningOf = (word: string) => `#${[...`_${word}_`].slice(0, maxGroupLength).join('')}`;

export const beginningsOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap(wordsOf).map(beginningOf));

/** Single words, adjacent pairs, and groups of three to five letters within a word and its boundaries. */
function termsOf(text: string): Term[] {
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

/** TF-IDF vector: weight by term, of length 1, or 0 if no term is known. */
type SparseVector = ReadonlyMap<number, number>;

interface ReadText {
  text: string;
  vector: SparseVector;
  /** The word or word pair of each term of the vector. */
  words: ReadonlyMap<number, string>;
}

/** Numbers of the first text, and of the first text after the range. */
export interface Range {
  from: number;
  to: number;
}

interface Posting {
  texts: number[];
  weights: number[];
}

/**
 * TF-IDF index of a set of texts. Weight of a term: `1 + ln(count)` times `1 + ln((1 + n) / (1 + texts that have the term))`
 * (Salton and Buckley 1988, with the usual smoothing). Words and letter groups have equal total weight.
 */
export class LexicalIndex {
  private readonly ids = new Map<string, number>();
  private readonly rarity: number[] = [];
  private readonly postings: Posting[] = [];
  /** The last text: a question is scored, and then explained for several workflows. */
  private last: ReadText | undefined;

  constructor(private readonly texts: readonly string[]) {
    const frequency: number[] = [];
    const terms = texts.map(termsOf);
    for (const ofText of terms) {
      for (const key of new Set(ofText.map((term) => term.key))) {
        const id = this.ids.get(key) ?? this.ids.set(key, this.ids.size).size - 1;
        frequency[id] = (frequency[id] ?? 0) + 1;
      }
    }
    for (const count of frequency) {
      this.rarity.push(1 + Math.log((1 + texts.length) / (1 + count)));
      this.postings.push({ texts: [], weights: [] });
    }
    terms.forEach((ofText, text) => {
      for (const [id, weight] of this.weigh(ofText)) {
        this.postings[id]!.texts.push(text);
        this.postings[id]!.weights.push(weight);
      }
    });
  }

  /** The vector of a text. Terms that are not in the index are left out before normalization. */
  vector(text: string): SparseVector {
    return this.read(text).vector;
  }

  /** The cosine of a vector with every text of the index, in order. */
  cosines(vector: SparseVector): Float64Array {
    const cosines = new Float64Array(this.texts.length);
    for (const [id, weight] of vector) {
      const { texts, weights } = this.postings[id]!;
      for (let k = 0; k < texts.length; k++) cosines[texts[k]!]! += weight * weights[k]!;
    }
    return cosines;
  }

  lengthsOfSums(ranges: readonly Range[]): number[] {
    const squares = ranges.map(() => 0);
    const rangeOf = new Int32Array(this.texts.length).fill(-1);
    ranges.forEach(({ from, to }, range) => rangeOf.fill(range, from, to));
    const sums = ranges.map(() => 0);
    for (const { texts, weights } of this.postings) {
      texts.forEach((text, k) => {
        const range = rangeOf[text]!;
        if (range < 0) return;
        sums[range]! += weights[k]!;
        // The texts of a posting ascend.
        if (rangeOf[texts[k + 1] ?? -1] === range) return;
        squares[range]! += sums[range]! ** 2;
        sums[range] = 0;
      });
    }
    return squares.map(Math.sqrt);
  }

  /**
   * Share of the words of a text that begin like a word of a range of the texts of the index, 0 to 1, weighted by rarity. A question of
   * three words can be clear although it has little in common with any whole example.
   */
  coverage(text: string, range: Range): number {
    return this.shareOf(text, (beginning) => isInRange(this.textsWith(beginning), range));
  }

  /** Share of the words of a text that begin like some names ({@link beginningsOf}), 0 to 1, weighted by rarity. */
  sharedWith(text: string, beginnings: ReadonlySet<string>): number {
    return this.shareOf(text, (beginning) => beginnings.has(beginning));
  }

  private shareOf(text: string, counts: (beginning: string) => boolean): number {
    let [counted, all] = [0, 0];
    for (const word of new Set(wordsOf(text))) {
      const weight = Math.log((1 + this.texts.length) / (1 + this.textsWith(word).length));
      all += weight;
      if (counts(beginningOf(word))) counted += weight;
    }
    return all > 0 ? counted / all : 0;
  }

  /** Numbers of the texts that contain a term, ascending. */
  private textsWith(key: string): readonly number[] {
    const id = this.ids.get(key);
    return id === undefined ? [] : this.postings[id]!.texts;
  }

  /**
   * Contribution of each word or word pair of a text to its cosines with a range of the texts of the index, largest first.
   */
  contributions(text: string, range: Range): { word: string; weight: number }[] {
    const { words, vector } = this.read(text);
    const byWord = new Map<string, number>();
    for (const [id, from] of words) {
      const { texts, weights } = this.postings[id]!;
      let sum = 0;
      for (let k = firstAtLeast(texts, range.from); k < texts.length && texts[k]! < range.to; k++) sum += weights[k]!;
      byWord.set(from, (byWord.get(from) ?? 0) + sum * (vector.get(id) ?? 0));
    }
    return [...byWord]
      .filter(([, weight]) => weight > 0)
      .map(([word, weight]) => ({ word, weight }))
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  }

  private read(text: string): ReadText {
    if (this.last?.text !== text) {
      const terms = termsOf(text);
      const words = new Map<number, string>();
      for (const { key, from } of terms) {
        const id = this.ids.get(key);
        if (id !== undefined && !words.has(id)) words.set(id, from);
      }
      this.last = { text, words, vector: this.weigh(terms) };
    }
    return this.last;
  }

  private weigh(terms: readonly Term[]): Map<number, number> {
    const vector = new Map<number, number>();
    for (const kind of ['words', 'letters'] as const) {
      const counts = new Map<number, number>();
      for (const term of terms) {
        const id = term.kind === kind ? this.ids.get(term.key) : undefined;
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      let squares = 0;
      for (const [id, count] of counts) {
        const weight = (1 + Math.log(count)) * this.rarity[id]!;
        squares += weight * weight;
        counts.set(id, weight);
      }
      // Each kind has length √½, so that the combined vector has length 1.
      const scale = Math.SQRT1_2 / Math.sqrt(squares);
      for (const [id, weight] of counts) vector.set(id, weight * scale);
    }
    return vector;
  }
}

const isInRange = (texts: readonly number[], { from, to }: Range) => (texts[firstAtLeast(texts, from)] ?? to) < to;

/** Position of the first of some ascending numbers that is at least `least`, by binary search. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
