import {
  askingWords,
  auxiliaries,
  clauseOpeners,
  fillers,
  openers,
  pronounsOfCaller,
  requests,
  sentenceEnds,
  stemmed,
} from './vocabulary.js';
import type { Token } from './tokens.js';

/** Tokens of a question, from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  from: number;
  to: number;
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
export const contains = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;
export const hullOf = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  to: Math.max(...spans.map(({ to }) => to)),
});

/** `ask`: the clause asks for a result; `condition`: it follows `if` or `suppose`; `state`: a statement, an order or a fragment. */
export type Mode = 'ask' | 'condition' | 'state';

const breaks = new Set([...sentenceEnds, ...clauseOpeners, ',', '—', '(', ')', 'and', 'or', 'but', 'so', 'plu']);
/** `I wonder if` asks; `would people give if` sets a condition. */
const wondering = new Set(stemmed('wonder curious see find'));
const leading = new Set([...fillers, ',', 'and', 'but', 'so', 'then', 'also', 'or', 'ok', 'now']);

/** A question as tokens, with the clause, the sentence and the mode of each token. */
export class Question {
  /** Clause and sentence of each token. */
  readonly clause: number[] = [];
  readonly sentence: number[] = [];
  readonly mode: Mode[] = [];
  /** Tokens of each clause, without the break before it. */
  readonly clauses: Span[] = [];
  readonly sentences: Span[] = [];
  private readonly lengths: number[] = [0];

  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
  ) {
    let [clause, sentence] = [0, 0];
    let mode: Mode = 'state';
    for (const [at, { stem }] of tokens.entries()) {
      const isEnd = this.isSentenceEnd(at);
      if (breaks.has(stem) && at > 0) clause++;
      if (at > 0 && this.isSentenceEnd(at - 1)) [clause, sentence, mode] = [clause + 1, sentence + 1, 'state'];
      mode = this.modeAt(at, mode, clause !== this.clause[at - 1]);
      this.clause.push(clause);
      this.sentence.push(sentence);
      this.mode.push(mode);
      this.lengths.push(this.lengths[at]! + (isEnd ? 9 : openers.has(stem) ? 5 : breaks.has(stem) ? 3 : 1));
    }
    for (const [ids, spans] of [
      [this.clause, this.clauses],
      [this.sentence, this.sentences],
    ] as const)
      ids.forEach((id, at) => {
        if (id === ids[at - 1]) spans.at(-1)!.to = at + 1;
        else spans.push({ from: at, to: at + 1 });
      });
    // Clause numbers may have gaps.
    this.clauses.forEach(({ from, to }, id) => this.clause.fill(id, from, to));
  }

  stem(at: number): string {
    return this.tokens[at]?.stem ?? '';
  }

  stems({ from, to }: Span): string[] {
    return this.tokens.slice(Math.max(0, from), to).map(({ stem }) => stem);
  }

  /** Words of the question from the first to the last token of the spans. */
  words(spans: readonly Span[]): string {
    const { from, to } = hullOf(spans);
    const [first, last] = [this.tokens[from], this.tokens[to - 1]];
    return first && last ? this.text.slice(first.from, last.to) : this.text;
  }

  /** Whether the words ask, or are a fragment of a question without a condition: `share that pays nothing?` */
  isAsked({ from }: Span): boolean {
    const { from: start, to } = this.sentences[this.sentence[from]!]!;
    return (
      this.mode[from] === 'ask' || (this.stem(to - 1) === '?' && !this.mode.slice(start, to).includes('condition'))
    );
  }

  isInClause(a: Span, b: Span): boolean {
    return this.clause[a.from] === this.clause[b.from] || overlaps(a, b);
  }

  /** Distance in tokens. A boundary of a clause or a sentence counts more than one. */
  distance(a: Span, b: Span): number {
    const [first, second] = a.from <= b.from ? [a, b] : [b, a];
    return second.from <= first.to ? 0 : this.lengths[second.from]! - this.lengths[first.to]!;
  }

  private isSentenceEnd(at: number): boolean {
    const { stem, to } = this.tokens[at]!;
    // `vs. the bus` and `1 : 2`.
    const isInside =
      stem === '.' ? this.stem(at - 1) === 'vs' : stem === ':' && /^\d/.test(this.text.slice(to, to + 1));
    return sentenceEnds.has(stem) && !isInside;
  }

  private modeAt(at: number, mode: Mode, isStart: boolean): Mode {
    const stem = this.stem(at).replace(/['’](?:d|s|ll|re)$/, '');
    const before = this.stem(at - 1);
    if (
      openers.has(stem) &&
      this.tokens[at]!.word !== 'supposed' &&
      !(mode === 'ask' && stem === 'when' && auxiliaries.has(this.stem(at + 1)))
    )
      return wondering.has(before) ? mode : stem === 'when' && auxiliaries.has(this.stem(at + 1)) ? 'ask' : 'condition';
    // The stem of `it` is that of `its`.
    const isFirst =
      isStart || at === 0 || (leading.has(before) && this.tokens[at - 1]!.word !== 'it') || openers.has(before);
    if (stem === 'what' && this.stem(at + 1) === 'if') return 'condition';
    if (stem === 'what' && ['about', 'with'].includes(this.stem(at + 1))) return 'state';
    const isRelative = before === ',' || ['in', 'by', 'to', 'at', 'for', 'of'].includes(before);
    if (
      askingWords.has(stem) &&
      !openers.has(before) &&
      (isFirst || isRelative || [':', '-', '—'].includes(before)) &&
      !(stem === 'what' && before === 'of') &&
      !(isRelative && !this.isQuestionSentence(at))
    )
      return 'ask';
    const isAuxiliary = auxiliaries.has(stem) && !/^(?:have|has)$/.test(this.tokens[at]!.word);
    if (isAuxiliary && isFirst && /^\p{L}/u.test(this.stem(at + 1)) && !/ed$/.test(this.tokens[at + 1]?.word ?? ''))
      return this.isQuestionSentence(at) ? 'ask' : mode;
    const isWondering = ['wonder', 'curiou'].includes(stem) && ['am', 'ar', 'be', 'is'].includes(before);
    const isRequest =
      requests.has(stem) &&
      (isWondering ||
        isStart ||
        at === 0 ||
        before === 'pleas' ||
        before === 'kindli' ||
        pronounsOfCaller.has(before)) &&
      (stem !== 'give' || pronounsOfCaller.has(this.stem(at + 1))) &&
      (stem !== 'let' || pronounsOfCaller.has(this.stem(at + 1)));
    return isRequest ? 'ask' : mode;
  }

  private isQuestionSentence(at: number): boolean {
    for (let end = at; end < this.tokens.length; end++) {
      if (this.stem(end) === '?') return true;
      if (sentenceEnds.has(this.stem(end))) return false;
    }
    return false;
  }
}
