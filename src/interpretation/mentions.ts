// Linguistic data: words that users write. cspell:ignore nobody dont doesnt didnt wont
import { clauseEnds, clauseOpeners, fillers, negations, openers, sentenceEnds, stemmed } from './lexicon.js';
import { countWhile } from './lists.js';
import type { Token } from './tokens.js';
import { gapSlot, type Naming, type Phrase, type Slot } from './vocabulary.js';

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
  /** The tokens without the gaps of the phrase. Undefined if it has no gap. */
  runs?: readonly Span[];
}

/** A person repeats a name a few times. Above this number, the time to compare the mentions would be long. */
export const maxMentions = 40;

/** The question repeats a name too often. */
export class TooManyMentionsError extends Error {}

const maxFillers = 3;
const maxGap = 7;
/** Words that change the meaning of a phrase with a gap: `own record rather than that of the neighbors`. */
const endsGap = new Set([
  ...sentenceEnds,
  ...clauseOpeners,
  ...negations,
  ...stemmed(
    'no nobody none hardly barely scarcely without but or versus vs instead rather unlike except cannot dont doesnt didnt wont',
  ),
]);
const fractions = new Set(stemmed('quarter third fifth tenth'));
const numerators = new Set([...stemmed('two three four five seven nine'), '2', '3', '4']);
const distances = { mark: 2, link: 4, opener: 4, sentence: 8 };
const links = new Set(['and', 'or', 'but']);

/** The work of reading a question that grows with the definition: compared words, and distances between names and amounts. */
export interface Steps {
  count: number;
}

/** A mention takes about as long as this number of other steps. */
const stepsOfMention = 20;

/** A question as tokens, with distances between them. A clause boundary adds more than one to a distance. */
export class ReadQuestion {
  private readonly positions = new Map<string, number[]>();
  private readonly distances: number[] = [0];
  private readonly clauseEnds: number[] = [0];

  constructor(
    readonly tokens: readonly Token[],
    private readonly steps: Steps = { count: 0 },
  ) {
    tokens.forEach(({ stem }, at) => {
      const positions = this.positions.get(stem);
      if (positions) positions.push(at);
      else this.positions.set(stem, [at]);
      this.distances.push(this.distances[at]! + weightOf(stem));
      this.clauseEnds.push(this.clauseEnds[at]! + (clauseEnds.has(stem) ? 1 : 0));
    });
  }

  has(stem: string): boolean {
    return this.positions.has(stem);
  }

  /**
   * Finds phrases, in the order of the phrases. A few fillers such as `the` may occur between the words of a phrase, and a few words of one
   * sentence in its gaps. Throws {@link TooManyMentionsError}.
   */
  find(phrases: readonly Phrase[]): Mention[] {
    const found: Mention[] = [];
    this.steps.count += phrases.length;
    for (const phrase of phrases) {
      if (!this.canHave(phrase)) continue;
      const mentions = this.mentionsOf(phrase);
      found.push(...mentions);
      this.steps.count += mentions.length * stepsOfMention;
      if (found.length > maxMentions) throw new TooManyMentionsError();
    }
    return found;
  }

  private canHave({ stems, slots }: Phrase): boolean {
    return slots ? slots[0]!.some(([first = '']) => this.has(first)) : this.has(stems[0] ?? '');
  }

  private mentionsOf({ stems, slots, opposite, excludes = false }: Phrase): Mention[] {
    const rest = { opposite, ...(excludes && { excludes }) };
    if (!slots) return this.starts(stems).map((span) => ({ ...span, ...rest }));
    const hasGap = slots.includes(gapSlot);
    const failed = new Set<number>();
    return slots[0]!.flatMap((first) =>
      this.starts(first).flatMap((start) => {
        const runs = this.follow(slots, 1, [start], failed);
        if (!runs) return [];
        return [{ from: start.from, to: runs.at(-1)!.to, ...rest, ...(hasGap && { runs }) }];
      }),
    );
  }

  /** All places of words that follow each other. */
  private starts(stems: readonly string[]): Span[] {
    return (this.positions.get(stems[0] ?? '') ?? []).flatMap((from) => {
      const to = this.isPartOfFraction(from) ? undefined : this.endOf(stems, 1, from + 1);
      return to === undefined ? [] : [{ from, to }];
    });
  }

  /** The end of the stems from `next` on, if they follow the token. */
  private endOf(stems: readonly string[], next: number, from: number): number | undefined {
    let to = from;
    this.steps.count += 1;
    for (const stem of stems.slice(next)) {
      let at = to;
      while (this.tokens[at]?.stem !== stem && at - to < maxFillers && fillers.has(this.tokens[at]?.stem ?? '')) at++;
      if (this.tokens[at]?.stem !== stem) return undefined;
      to = at + 1;
    }
    return to;
  }

  /**
   * The tokens of a phrase from one of its slots on. The last of the runs is incomplete.
   *
   * @param failed slots and tokens from which the phrase does not go on, so that each is tried once
   */
  private follow(
    slots: readonly Slot[],
    next: number,
    runs: readonly Span[],
    failed: Set<number>,
  ): readonly Span[] | undefined {
    const { from, to } = runs.at(-1)!;
    const slot = slots[next];
    if (!slot) return runs;
    const place = next * (this.tokens.length + 1) + to;
    if (failed.has(place)) return undefined;
    if (slot === gapSlot) {
      const found = this.cross(slots, next + 1, runs, failed);
      if (found) return found;
    } else {
      for (const stems of slot) {
        const end = this.endOf(stems, 0, to);
        const found = end && this.follow(slots, next + 1, [...runs.slice(0, -1), { from, to: end }], failed);
        if (found) return found;
      }
    }
    failed.add(place);
    return undefined;
  }

  /** Finds the slot after a gap, nearest first. */
  private cross(
    slots: readonly Slot[],
    next: number,
    runs: readonly Span[],
    failed: Set<number>,
  ): readonly Span[] | undefined {
    const { to } = runs.at(-1)!;
    for (let at = to; at <= to + maxGap && at < this.tokens.length; at++) {
      const { stem } = this.tokens[at]!;
      this.steps.count += slots[next]!.length;
      for (const stems of this.isPartOfFraction(at) ? [] : slots[next]!) {
        const end = stems[0] === stem ? this.endOf(stems, 1, at + 1) : undefined;
        const found = end && this.follow(slots, next + 1, [...runs, { from: at, to: end }], failed);
        if (found) return found;
      }
      if (endsGap.has(stem)) return undefined;
    }
    return undefined;
  }

  /** `quarters` in `three quarters` is no quarter. */
  private isPartOfFraction(at: number): boolean {
    return fractions.has(this.tokens[at]!.stem) && numerators.has(this.tokens[at - 1]?.stem ?? '');
  }

  /** Finds the mentions for each list of phrases, in the order of the question. */
  findAll(naming: Naming): Mention[][] {
    return naming.map((phrases) => this.find(phrases).sort((a, b) => a.from - b.from));
  }

  /** Whether a sentence ends or another clause begins between two tokens. */
  isAcross(from: number, to: number): boolean {
    return this.tokens.slice(from, to).some(({ stem }) => sentenceEnds.has(stem) || clauseOpeners.has(stem));
  }

  /** Whether no clause ends between two spans. */
  isInSameClause(a: Span, b: Span): boolean {
    this.steps.count += 1;
    const [first, second] = a.from <= b.from ? [a, b] : [b, a];
    return second.from <= first.to || this.clauseEnds[second.from] === this.clauseEnds[first.to];
  }

  distance(a: Span, b: Span): number {
    this.steps.count += 1;
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
  /** For each token, the length of the longest name that ends before it. */
  const longest: number[] = [];
  for (const { from, to } of named.flatMap(({ mentions }) => mentions.flat()))
    longest[to] = Math.max(longest[to] ?? 0, to - from);
  const isLost = ({ from, to }: Mention) => longest.slice(from + 1, to).some((length) => length >= to - from);
  const subjects = subjectsAt(named);
  const ends = endsOfNames(named);
  // `unemployment benefit` names benefits, not unemployment.
  const isPartOfName = ({ from, to }: Mention, own: readonly Mention[]) =>
    (ends[from] ?? []).some((name) => name.list !== own && name.to > to);
  // `maglev train` names no other train.
  const isPartOfSubject = (span: Mention, own: ReadonlySet<string>) =>
    subjects[span.from]!.some((other) => contains(other, span) && !own.has(key(other)));
  return named.map((one) => {
    const own = new Set((one.mentions[0] ?? []).map(key));
    const isPart = (span: Mention, list: readonly Mention[]) =>
      one.mentions.length === 1 ? isPartOfName(span, list) : list === one.mentions[0] && isPartOfSubject(span, own);
    return {
      ...one,
      mentions: one.mentions.map((list) => list.filter((span) => !isLost(span) && !isPart(span, list))),
    };
  });
}

interface EndOfName {
  list: readonly Mention[];
  to: number;
}

/** For each token, the ends of the two longest names of different parameters that begin at it. Only names of one part count. */
function endsOfNames(named: readonly { mentions: Mention[][] }[]): EndOfName[][] {
  const ends: EndOfName[][] = [];
  for (const { mentions } of named) {
    const [list = []] = mentions;
    for (const { from, to } of mentions.length === 1 ? list : []) {
      const [own, ...others] = [{ list, to }, ...(ends[from] ?? [])].sort((a, b) => b.to - a.to);
      const second = others.find((other) => other.list !== own!.list);
      ends[from] = second ? [own!, second] : [own!];
    }
  }
  return ends;
}

/** For each token, the subjects that contain it. */
function subjectsAt(named: readonly { mentions: Mention[][] }[]): Mention[][] {
  const subjects = named.flatMap(({ mentions }) => (mentions.length > 1 ? mentions[0]! : []));
  const at: Mention[][] = [];
  for (const subject of new Map(subjects.map((one) => [key(one), one])).values())
    for (let token = subject.from; token < subject.to; token++) (at[token] ??= []).push(subject);
  return at;
}

const key = ({ from, to }: Span): string => `${from} ${to}`;

/** The mentions that begin between two tokens, from a list in the order of the question. */
export function mentionsBetween(list: readonly Mention[], first: number, last: number): readonly Mention[] {
  if (list.length === 0 || (list[0]!.from >= first && list.at(-1)!.from <= last)) return list;
  const before = (token: number) => countWhile(list, ({ from }) => from < token);
  return list.slice(before(first), before(last + 1));
}

/** Whether a span has all tokens of another one, and more. */
const contains = (span: Span, part: Span): boolean =>
  span.from <= part.from && part.to <= span.to && span.to - span.from > part.to - part.from;
