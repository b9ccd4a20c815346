import { clauseOpeners, fillers, openers, sentenceEnds } from './lexicon.js';
import type { Token } from './tokens.js';
import type { Naming, Phrase } from './vocabulary.js';

/** Tokens of a question. */
export interface Span {
  from: number;
  to: number;
}

/** Tokens at which a phrase occurs in a question. */
export interface Mention extends Span {
  opposite: boolean;
  /** The mention shows that the question means another parameter. */
  excludes?: boolean;
}

const maxFillers = 3;
const distances = { mark: 2, link: 4, opener: 4, sentence: 8 };
const links = new Set(['and', 'or', 'but']);

/** A question as tokens, with distances between them. A clause boundary adds more than one to a distance. */
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

  /** Finds a phrase. A few fillers such as `the` may occur between its words. */
  find({ stems, opposite, excludes = false }: Phrase): Mention[] {
    const [first = ''] = stems;
    return (this.positions.get(first) ?? []).flatMap((from) => {
      let to = from + 1;
      for (const stem of stems.slice(1)) {
        let skipped = 0;
        while (this.tokens[to]?.stem !== stem && skipped < maxFillers && fillers.has(this.tokens[to]?.stem ?? '')) {
          to++;
          skipped++;
        }
        if (this.tokens[to]?.stem !== stem) return [];
        to++;
      }
      return [excludes ? { from, to, opposite, excludes } : { from, to, opposite }];
    });
  }

  /** Finds the mentions for each list of phrases. */
  findAll(naming: Naming): Mention[][] {
    return naming.map((phrases) => phrases.flatMap((phrase) => this.find(phrase)));
  }

  /** Whether a sentence ends or another clause begins between two tokens. */
  isAcross(from: number, to: number): boolean {
    return this.tokens.slice(from, to).some(({ stem }) => sentenceEnds.has(stem) || clauseOpeners.has(stem));
  }

  distance(a: Span, b: Span): number {
    const [first, second] = a.from <= b.from ? [a, b] : [b, a];
    return second.from <= first.to ? 0 : this.distances[second.from]! - this.distances[first.to]!;
  }
}

function weightOf(stem: string): number {
  if (sentenceEnds.has(stem)) return distances.sentence;
  if (openers.has(stem)) return distances.opener;
  if (links.has(stem)) return distances.link;
  return stem === ',' ? distances.mark : 1;
}

/** Resolves overlapping names: the first one counts unless it is shorter. `natural gas car` names natural gas, not a gas car. */
export function withoutOverlaps<N extends { mentions: Mention[][] }>(named: readonly N[]): N[] {
  const key = ({ from, to }: Mention) => `${from} ${to}`;
  const spans = [
    ...new Map(named.flatMap(({ mentions }) => mentions.flat()).map((span) => [key(span), span])).values(),
  ];
  const loses = ({ from, to }: Mention) =>
    spans.some((other) => other.from < from && from < other.to && other.to < to && other.to - other.from >= to - from);
  const lost = new Set(spans.filter(loses).map(key));
  return named.map((one) => ({
    ...one,
    mentions: one.mentions.map((list) => list.filter((span) => !lost.has(key(span)))),
  }));
}
