import { clauseOpeners, fillers, openers, sentenceEnds } from './lexicon.js';
import type { Token } from './tokens.js';
import type { Naming, Phrase } from './vocabulary.js';

/** Tokens of a question. */
export interface Span {
  from: number;
  to: number;
}

/** Where a phrase stands in a question. */
export interface Mention extends Span {
  opposite: boolean;
}

const MOST_FILLERS = 3;
const FARTHER = { mark: 2, link: 4, opener: 4, sentence: 8 };
const links = new Set(['and', 'or', 'but']);

/** A question as tokens, and how far apart they are: what parts its clauses counts for more than one. */
export class ReadQuestion {
  private readonly positions = new Map<string, number[]>();
  private readonly distances: number[] = [0];

  constructor(readonly tokens: readonly Token[]) {
    tokens.forEach(({ stem }, at) => {
      const positions = this.positions.get(stem);
      if (positions) positions.push(at);
      else this.positions.set(stem, [at]);
      this.distances.push(this.distances[at]! + weightOf(stem));
    });
  }

  has(stem: string): boolean {
    return this.positions.has(stem);
  }

  /** Where a phrase is said; between its words a few of `the` and the like may stand. */
  find({ stems, opposite }: Phrase): Mention[] {
    const [first = ''] = stems;
    return (this.positions.get(first) ?? []).flatMap((from) => {
      let to = from + 1;
      for (const stem of stems.slice(1)) {
        let skipped = 0;
        while (this.tokens[to]?.stem !== stem && skipped < MOST_FILLERS && fillers.has(this.tokens[to]?.stem ?? '')) {
          to++;
          skipped++;
        }
        if (this.tokens[to]?.stem !== stem) return [];
        to++;
      }
      return [{ from, to, opposite }];
    });
  }

  /** For each list of a naming where it is mentioned. */
  findAll(naming: Naming): Mention[][] {
    return naming.map((phrases) => phrases.flatMap((phrase) => this.find(phrase)));
  }

  /** Whether a sentence ends between two places, or another clause begins. */
  isAcross(from: number, to: number): boolean {
    return this.tokens.slice(from, to).some(({ stem }) => sentenceEnds.has(stem) || clauseOpeners.has(stem));
  }

  distance(a: Span, b: Span): number {
    const [first, second] = a.from <= b.from ? [a, b] : [b, a];
    return second.from <= first.to ? 0 : this.distances[second.from]! - this.distances[first.to]!;
  }
}

function weightOf(stem: string): number {
  if (sentenceEnds.has(stem)) return FARTHER.sentence;
  if (openers.has(stem)) return FARTHER.opener;
  if (links.has(stem)) return FARTHER.link;
  return stem === ',' ? FARTHER.mark : 1;
}

/** `natural gas car` names natural gas and no gas car: of two names that overlap, the one that starts first counts, if it is no shorter. */
export function withoutOverlaps<N extends { mentions: Mention[][] }>(named: readonly N[]): N[] {
  const key = ({ from, to }: Mention) => `${from} ${to}`;
  const spans = [
    ...new Map(named.flatMap(({ mentions }) => mentions.flat()).map((span) => [key(span), span])).values(),
  ];
  const loses = ({ from, to }: Mention) =>
    spans.some((other) => other.from < from && from < other.to && other.to < to && other.to - other.from >= to - from);
  const lost = new Set(spans.filter(loses).map(key));
  return named.map((one) => ({
    ...{ ...one, mentions: one.mentions.map((list) => list.filter((span) => !lost.has(key(span)))) },
  }));
}
