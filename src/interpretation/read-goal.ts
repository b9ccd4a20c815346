// Linguistic data: words that users write. cspell:ignore nobody
import { agentsInteract, namedShares, type WorkflowDefinition } from '../engine/index.js';
import { overlaps } from './clauses.js';
import type { Goal } from './findings.js';
import { adjectives, fillers, movements, negations, stemmed } from './lexicon.js';
import type { Named } from './candidates.js';
import type { ReadQuestion, Span } from './mentions.js';
import { readFraction, readNumber } from './numbers.js';
import { isPerson } from './people.js';
import type { NumericParameter } from './to-value.js';
import type { Token } from './tokens.js';
import { measuresIn } from './unread-clauses.js';
import { impliedBy } from './vocabulary.js';

/** The sentence of a goal, and what the question names. */
export interface GoalSentence {
  question: ReadQuestion;
  sentence: Span;
  numbers: readonly Named<NumericParameter>[];
  /** Stems of the name and the summary of the workflow. */
  subject: ReadonlySet<string>;
}

/** Words of a goal that name no outcome and no condition. */
const neutral = new Set(
  stemmed(
    'how what which who that so much many far to by it its one them they there we i you us our in of from as and for before until when ' +
      'have has had do does should would will could can might must need needs needed required necessary enough ' +
      'go goes get gets become be being come comes bring brings win wins reach reaches hit give gives make makes see let ask take takes choose chose choosing pick picks use buy buys want ' +
      'share market percent percentage population carry say yes accept agree least most lowest highest smallest largest minimum maximum exactly about order target goal amount price fare cost charge sum size today still now',
  ),
);
/** Words that turn a share into its opposite, or into a change. */
const turning = new Set([
  ...negations,
  ...stemmed(
    'no none nobody neither nor without cannot dont doesnt didnt wont refuse reject decline avoid stop lose leave left abandon quit ' +
      'more less fewer extra additional point again than other another lack miss away',
  ),
]);

/**
 * Reads a goal that the service can search for: one share as the target, and one numeric parameter to vary. Returns null if a word of the
 * sentence is unknown, because it could restrict the goal.
 */
export function readGoal(definition: WorkflowDefinition, goal: GoalSentence): Omit<Goal, 'from'> | null {
  if (agentsInteract(definition)) return null;
  const { question, sentence, subject } = goal;
  const { tokens } = question;
  const target = targetOf(tokens, sentence);
  const varied = parameterOf(goal);
  if (!target || !varied) return null;
  const names = [target, ...varied.spans];
  const all = positionsOf(sentence);
  const others = all.filter((at) => !names.some((span) => span.from <= at && at < span.to));
  if (others.some((at) => turning.has(tokens[at]!.stem))) return null;
  const share = shareOf(definition, goal, others, all);
  if (!share) return null;
  const isKnown = (at: number) => {
    const { stem } = tokens[at]!;
    const known = [neutral, fillers, share.stems, subject];
    const isWord = /^\p{L}/u.test(stem) && !isPerson(tokens[at]) && !movements.has(stem) && !isDegree(tokens, at);
    return !isWord || known.some((stems) => stems.has(stem));
  };
  if (!others.every(isKnown)) return null;
  return { parameter: varied.parameter.id, objective: { goal: 'reach', share: share.id, target: target.share } };
}

/** `how cheap`, `much dearer`, `go up`. Other adjectives can restrict the goal: `choose a slower train`. */
const isDegree = (tokens: readonly Token[], at: number): boolean =>
  particles.has(tokens[at]!.stem) || (adjectives.has(tokens[at]!.stem) && degrees.has(tokens[at - 1]?.stem ?? ''));
const particles = new Set(stemmed('up down above below'));
const degrees = new Set(stemmed('how much'));

/** The only share in the sentence: `70%`, `two thirds`, `seven out of ten`. */
function targetOf(tokens: readonly Token[], sentence: Span): (Span & { share: number }) | undefined {
  const counts = positionsOf(sentence).flatMap((at) => countAt(tokens, at) ?? []);
  const measures = measuresIn(tokens, sentence).filter((span) => !counts.some((own) => overlaps(own, span)));
  const [first] = [...counts, ...measures];
  if (!first || counts.length + measures.length > 1 || tokens[first.from - 1]?.stem === by) return undefined;
  const share = counts[0]?.share ?? shareAt(tokens, first.from);
  return share !== undefined && share > 0 && share < 1 ? { from: first.from, to: first.to, share } : undefined;
}

/** `seven out of ten`, `one traveler in four`. */
function countAt(tokens: readonly Token[], from: number): (Span & { share: number }) | undefined {
  const part = readNumber(tokens, from);
  if (!part) return undefined;
  let at = isPerson(tokens[part.to]) ? part.to + 1 : part.to;
  if (tokens[at]?.stem === out) at++;
  if (!parting.has(tokens[at]?.stem ?? '')) return undefined;
  const whole = readNumber(tokens, at + 1);
  return whole && part.value < whole.value ? { from, to: whole.to, share: part.value / whole.value } : undefined;
}

function shareAt(tokens: readonly Token[], from: number): number | undefined {
  const fraction = readFraction(tokens, from);
  if (fraction) return fraction.value;
  const number = readNumber(tokens, from);
  return number && percentages.has(tokens[number.to]?.stem ?? '') ? number.value / 100 : undefined;
}

const percentages = new Set(['%', ...stemmed('percent percentage')]);
const [by = '', out = ''] = stemmed('by out');
const parting = new Set(stemmed('in of'));

interface Varied {
  parameter: NumericParameter;
  /** The words that name it. */
  spans: Span[];
}

/** The only parameter that the sentence names by its words, or else by an adjective: `How cheap must the train be?` */
function parameterOf({ question, sentence, numbers }: GoalSentence): Varied | undefined {
  const named = numbers
    .map((one) => ({ ...one, mentions: one.mentions.map((list) => list.filter((span) => overlaps(span, sentence))) }))
    .filter(({ mentions }) => !mentions.flat().some(({ excludes }) => excludes));
  const said = named.flatMap(({ parameter, mentions: [subjects = [], ...others] }) => {
    const near = subjects.flatMap((subject) => {
      const spans = others.map((list) => list.find((span) => question.distance(span, subject) <= maxNameDistance));
      return spans.includes(undefined) ? [] : [[subject, ...(spans as Span[])]];
    });
    return near.length > 0 ? [{ parameter, spans: near[0]! }] : [];
  });
  if (said.length > 0) return said.length === 1 ? said[0] : undefined;
  const described = positionsOf(sentence).flatMap((at) => {
    const aspect = adjectives.get(question.tokens[at]!.stem)?.aspect;
    return aspect ? [{ aspect, span: { from: at, to: at + 1 } }] : [];
  });
  if (described.length !== 1) return undefined;
  const [{ aspect, span }] = described as [(typeof described)[number]];
  const implied = named
    .filter(({ mentions, naming }) => mentions.every((list, k) => list.length > 0 || impliedBy(naming[k]!, aspect)))
    .flatMap(({ parameter, mentions }) => mentions.flat().map((own) => ({ parameter, spans: [own, span] })))
    .sort((a, b) => question.distance(a.spans[0]!, span) - question.distance(b.spans[0]!, span));
  const [nearest, second] = implied;
  const isSure = !second || second.parameter === nearest!.parameter || !overlaps(second.spans[0]!, nearest!.spans[0]!);
  return isSure ? nearest : undefined;
}

/** Words of one name are at most this far apart: `the fare of the train`. */
const maxNameDistance = 4;

interface NamedShare {
  id: string;
  stems: ReadonlySet<string>;
}

/**
 * The outcome or outcome group that the sentence names outside the name of the parameter, or else inside it: `How far must train fares fall for
 * half to take it?` Otherwise the headline, but only of workflows without alternatives.
 */
function shareOf(
  definition: WorkflowDefinition,
  { question: { tokens }, numbers }: GoalSentence,
  others: readonly number[],
  all: readonly number[],
): NamedShare | undefined {
  const shares = namedShares(definition).map(({ id, label }) => namedShare(id, label, numbers));
  for (const positions of [others, all]) {
    const said = new Set(positions.map((at) => tokens[at]!.stem));
    const found = shares.filter(
      ({ label, synonyms }) => isSubset(label, said) || synonyms.some((stem) => said.has(stem)),
    );
    const longest = found.filter(
      (one) => !found.some((other) => other.label.size > one.label.size && isSubset(one.label, other.label)),
    );
    const [share] = longest;
    if (longest.length > 1) return undefined;
    if (share) return { id: share.id, stems: new Set([...share.label, ...share.synonyms]) };
  }
  const { decision, headline_outcome: id } = definition;
  const headline = decision.family === 'conditional_logit' ? undefined : shares.find((one) => one.id === id);
  return headline && { id: headline.id, stems: headline.label };
}

/** The words of a share. Parameters of an alternative, such as `Train fare`, have synonyms of its name. */
function namedShare(id: string, label: string, numbers: readonly Named<NumericParameter>[]) {
  const stems = contentOf(label);
  const own = numbers.filter(
    ({ parameter, naming }) => naming.length > 1 && isSubset(stems, contentOf(parameter.label)),
  );
  const words = own.map(({ naming: [subject = []] }) =>
    subject.flatMap((one) => (one.stems.length === 1 ? one.stems : [])),
  );
  const [first = [], ...rest] = words;
  return { id, label: stems, synonyms: first.filter((stem) => rest.every((list) => list.includes(stem))) };
}

const contentOf = (label: string): Set<string> =>
  new Set(stemmed(label).filter((stem) => /^[\p{L}\p{N}]/u.test(stem) && !fillers.has(stem) && !auxiliaries.has(stem)));
const auxiliaries = new Set(stemmed('would will did do does'));

const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  part.size > 0 && [...part].every((stem) => whole.has(stem));

const positionsOf = ({ from, to }: Span): number[] => Array.from({ length: to - from }, (_, offset) => from + offset);
