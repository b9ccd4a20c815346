import type { WorkflowDefinition } from '../engine/index.js';
import type { Named } from './candidates.js';
import {
  type Mention,
  ReadQuestion,
  type Span,
  type Steps,
  TooManyMentionsError,
  withoutOverlaps,
} from './mentions.js';
import {
  findOptions,
  isChoiceParameter,
  namesChoice,
  optionNames,
  valueNames,
  type NamedChoice,
  type NamedOption,
} from './options.js';
import { readArms } from './read-arms.js';
import { readAmounts } from './read-amounts.js';
import { asksForDifference, comparisonWords, heldConstant } from './question-words.js';
import { readGoal } from './read-goal.js';
import { readKind } from './read-kind.js';
import { readCounts } from './count-groups.js';
import { readEach } from './read-each.js';
import { readBrackets } from './read-brackets.js';
import { readList } from './read-list.js';
import { quantitiesOf } from './quantities.js';
import { readOptions } from './read-options.js';
import { readRange } from './read-range.js';
import { isExperience } from './background.js';
import { clausesOf, overlapsAny, sentencesOf, spanOf } from './clauses.js';
import { askedAbout } from './asked-groups.js';
import { askedResults } from './asked-results.js';
import { fillers, stemmed } from './lexicon.js';
import { groupNames, type GroupNames } from './group-names.js';
import { findSegments, mentionsIn, valuesOf, type NamedGroups, type Segment } from './segments.js';
import { correctSpelling, spellingsOf, type Spellings } from './spelling.js';
import { isNumeric, type NumericParameter } from './to-value.js';
import { tokensOf, type Token } from './tokens.js';
import { isPerson } from './people.js';
import { vagueChangeIn } from './vague-changes.js';
import { unreadAdjuncts } from './unread-adjuncts.js';
import { measuresIn, unreadClauses, unreadMeasures, withStories } from './unread-clauses.js';
import { namesOf } from './names.js';
import { namingOf, type Naming } from './vocabulary.js';
import { isReplaced } from './negation.js';
import { isUnread, unreadInterpretation } from './findings.js';
import type { Arm, Interpretation, Finding, Doubt, NotInterpretedReason } from './findings.js';

/**
 * Reads scenario parameters from a question such as `… if the ticket were 20% cheaper`. Sets a parameter only if the words are unambiguous
 * and the value is within its bounds. Lists other words that seem to set a parameter, with the reason. Pure; the running time grows at most
 * with the product of the lengths of question and definition, so that a question that repeats a name too often is not read.
 *
 * @param steps counts the work, to compare definitions
 */
export function interpretQuestion(definition: WorkflowDefinition, question: string, steps?: Steps): Interpretation {
  try {
    return interpretWords(definition, question, steps);
  } catch (error) {
    if (error instanceof TooManyMentionsError) return unreadInterpretation(question);
    throw error;
  }
}

function interpretWords(definition: WorkflowDefinition, question: string, steps?: Steps): Interpretation {
  const readAlone = (variant: string) => readQuestion(definition, variant, steps);
  const text = question.replace(salutation, (words) => ' '.repeat(words.length));
  const read = withArms(readAlone(text), text, readAlone);
  const { parameters } = definition.scenario;
  const range =
    read.kind === 'goal' ? undefined : readRange(text, readAlone, { parameters, interpreted: read.interpreted });
  if (!range) return withList(readEach(read, parameters, text), text, readAlone);
  const isOfRange = (words: string) => range.words.includes(words) || words.includes(range.words);
  if (!range.read) return withoutRange(read, range.words);
  return {
    ...read,
    kind: 'range',
    interpreted: range.shared.map(({ parameter, value, from, how }) => ({ parameter, value, from, how })),
    notInterpreted: read.notInterpreted.filter(({ words, reason }) => !isOfRange(words) && !reasonsOfRange.has(reason)),
    range: range.read,
  };
}

/** `Dear friends,` names no price. */
const salutation = /^\W*(?:dear|hello|hi)\b[^,:;.?!\n]{0,60}[,:]/i;

const kindsWithoutLists = new Set<Interpretation['kind']>(['goal', 'denied', 'forecast']);

/** Reads a list of values as a comparison: `10, 20 or 30% lower`. */
function withList(read: Interpretation, text: string, reader: (variant: string) => Interpretation): Interpretation {
  if (kindsWithoutLists.has(read.kind)) return read;
  const list = readList(text, reader);
  if (!list || list.arms.length <= read.arms.length) return read;
  const { arms, shared, notInterpreted } = list;
  return { ...read, kind: 'comparison', interpreted: shared, notInterpreted, arms };
}

/** Reads the scenarios of a comparison one by one, so that the words of one do not change the other one. */
function withArms(read: Interpretation, text: string, reader: (variant: string) => Interpretation): Interpretation {
  const several = read.kind === 'comparison' ? readArms(text, reader) : undefined;
  // A word that both scenarios share may be before the first one only: `seed 20% at random or in circles`.
  if (!several || several.arms.length < read.arms.length) return read;
  if (sizeOf(several.shared, several.arms) < sizeOf(read.interpreted, read.arms)) return read;
  return {
    ...read,
    interpreted: several.shared,
    arms: several.arms,
    notInterpreted: read.notInterpreted.filter((one) => !isUnread(one)),
  };
}

/** Number of values that the scenarios set together. */
const sizeOf = (shared: readonly unknown[], arms: readonly Arm[]): number =>
  arms.reduce((sum, { values }) => sum + shared.length + Object.keys(values).length, 0);

/** Reasons of doubts about the ends of a range that was read. */
const reasonsOfRange = new Set<NotInterpretedReason>(['two_values', 'other_unit', 'inexact', 'out_of_bounds']);

/** Lists a range whose ends could not be read. Its numbers set nothing. */
function withoutRange(read: Interpretation, words: string): Interpretation {
  const own = read.interpreted.filter(({ from, value }) => typeof value === 'number' && isPartOf(from, words));
  const isListed = [...read.notInterpreted, ...read.segments.map(({ from }) => ({ words: from }))].some((one) =>
    isPartOf(one.words, words),
  );
  if (own.length === 0 && isListed) return read;
  return {
    ...read,
    interpreted: read.interpreted.filter((one) => !own.includes(one)),
    notInterpreted: [
      ...read.notInterpreted,
      { words, reason: 'two_values', parameters: own.map(({ parameter }) => parameter) },
    ],
  };
}

/** Whether an excerpt has a number of the other one. */
const isPartOf = (excerpt: string, words: string): boolean =>
  (excerpt.match(/\d[\d.,]*|\b(?:half|twice|double|triple|third|quarter)\b/gi) ?? [excerpt]).some((number) =>
    words.includes(number),
  );

function readQuestion(definition: WorkflowDefinition, text: string, steps?: Steps): Interpretation {
  const { groups, choices, values, numbers, spellings, words, subject, topic, setting } = vocabularyOf(definition);
  const question = new ReadQuestion(correctSpelling(tokensOf(text), spellings), steps);
  const mentioned = <P extends { naming: Naming }>(all: readonly P[]) =>
    withoutOverlaps(all.map((one) => ({ ...one, mentions: question.findAll(one.naming) })));
  const { attributes } = definition.population;
  const brackets = [
    ...readBrackets(text, question.tokens, attributes),
    ...readCounts(text, question.tokens, attributes),
  ];
  const named = findSegments(question, groups);
  const segments = [
    ...brackets,
    ...named.filter((one) => brackets.every(({ attribute }) => attribute !== one.attribute)),
  ];
  const bracketSpans = brackets.flatMap(mentionsIn);
  const asked = askedAbout(text, question, segments.flatMap(mentionsIn));
  const namedChoices = mentioned(choices);
  const namedOptions = findOptions(question, [...namedChoices, ...mentioned(values)], asked);
  const options = readOptions(namedOptions, {
    tokens: question.tokens,
    isComparison: comparisonWords.test(text) || asksForDifference.test(text),
    except: [...asked, ...withoutOptions(text, question.tokens)],
  });
  const taken = [...options.spans, ...bracketSpans, ...asked, ...askedResults(text, question.tokens)];
  const namedNumbers = mentioned(numbers);
  const near = apartFrom(taken, namedNumbers);
  const amounts = withSeeding(definition, namedOptions, near, (named) => readAmounts(question, named, taken));
  const { parameters } = definition.scenario;
  const readAs = readKind(text, question.tokens, {
    ...withoutContradictions(
      [...options.found, ...amounts.found],
      withoutTwins([...options.doubts, ...amounts.doubts]),
    ),
  });
  const { arms } = readAs;
  const isFound = overlapsAny(readAs.found.flatMap(({ spans }) => spans));
  const ofSome = readAs.found.filter((one) => isOfSome(question, one, isFound));
  const found = readAs.found.filter((one) => !ofSome.includes(one));
  readAs.doubts.push(
    ...ofSome.map(({ parameter, spans }): Doubt => ({ reason: 'inexact', parameters: [parameter], spans })),
  );
  const asSegments = apart(question.tokens, segments, [...found, ...readAs.doubts, ...arms]);
  // A replaced name leaves the question which name replaces it: `support instead of welfare`.
  const isRead = ({ reason, spans }: Doubt) =>
    reason !== 'negated' || found.length > 0 || !isReplaced(question.tokens, spans[0]!.from);
  const set = [...found, ...arms].flatMap(({ spans }) => spans);
  const unread = unreadClauses(text, question.tokens, {
    read: [...found, ...readAs.doubts.filter(isRead), ...arms].flatMap(({ spans }) => spans),
    segments: asSegments.flatMap(mentionsIn),
    names: found.flatMap(({ spans, how }) => (how === 'option' ? [] : spans.slice(1))),
    set,
    known: words,
  }).map((doubt) => (doubt.reason === 'no_parameter' && vagueChangeIn(question, near, doubt.spans[0]!)) || doubt);
  const everywhere = [
    ...options.found,
    ...options.doubts,
    ...amounts.found,
    ...amounts.doubts,
    ...readAs.doubts,
    ...unread,
  ];
  const covered = [
    ...taken,
    ...segments.flatMap(mentionsIn),
    ...[...everywhere, ...arms].flatMap(({ spans }) => spans),
  ];
  const measures = readAs.kind === 'goal' ? [] : unreadMeasures(text, question.tokens, covered);
  const isOfArm = (measure: Doubt) =>
    arms.some(({ spans }) => spans.some((own) => question.distance(own, measure.spans[0]!) <= maxDistanceToArm));
  // `seed 20% in circles or 20% at random` compares scenarios that were read in part.
  const isPartial = found.length === 0 && measures.some(isOfArm);
  const background = new Set(unread.filter(({ reason }) => reason === 'background').flatMap(({ spans }) => spans));
  const adjuncts = unreadAdjuncts(text, question.tokens, {
    read: covered.filter((span) => !background.has(span)),
    set,
    known: topic,
    subject,
    setting,
  });
  const doubts = withStories(text, question.tokens, [...readAs.doubts, ...unread, ...measures, ...adjuncts], set);
  const order = new Map(parameters.map(({ id }, position) => [id, position]));
  const asGoal = readAs.kind === 'goal' ? doubts.find(({ reason }) => reason === 'goal') : undefined;
  // A goal with an option, such as `what share must get the letter`, is not only about numbers.
  const namesOption = (span: Span) => namedChoices.some((one) => namesChoice(question, one, span));
  const sought =
    asGoal && segments.length === 0 && !namesOption(asGoal.spans[0]!)
      ? readGoal(definition, {
          question,
          sentence: asGoal.spans[0]!,
          numbers: namedNumbers,
          subject,
        })
      : null;
  const isVaried = sought !== null && !found.some(({ parameter }) => parameter === sought.parameter);
  const goal = isVaried ? { ...sought, from: wordsOf(text, question, asGoal!.spans) } : null;
  return {
    kind: readAs.kind === 'baseline' && unread.length > 0 ? 'scenario' : readAs.kind,
    interpreted: found
      .sort((a, b) => order.get(a.parameter)! - order.get(b.parameter)!)
      .map(({ spans, ...rest }) => ({ ...rest, from: wordsOf(text, question, spans) })),
    notInterpreted: doubts.map(({ spans, ...rest }) => ({ words: wordsOf(text, question, spans), ...rest })),
    segments: asSegments.map((segment) => ({
      attribute: segment.attribute,
      values: valuesOf(segment),
      from: wordsOf(text, question, mentionsIn(segment).slice(0, 1)),
    })),
    arms: (isPartial ? [] : arms).map(({ spans, values }) => ({ from: wordsOf(text, question, spans), values })),
    range: null,
    goal,
  };
}

/** Words that name a choice do not also name a number: `claimed benefits` is not about the level of benefits. */
function apartFrom<N extends { mentions: Mention[][] }>(spans: readonly Span[], named: readonly N[]): N[] {
  const isTaken = overlapsAny(spans);
  // The subject of an option may also be the subject of a number: `the gasoline car is a van, and its price falls by 10%`.
  const isSubject = (mentions: readonly Mention[][], at: number) => at === 0 && mentions.length > 1;
  return named.map((one) => ({
    ...one,
    mentions: one.mentions.map((list, at) =>
      isSubject(one.mentions, at) ? list : list.filter((mention) => !isTaken(mention)),
    ),
  }));
}

/** A strategy of seeding names the share if no other words do: `5% of the most popular ones`. */
function withSeeding<N extends Named<NumericParameter>>(
  { decision }: WorkflowDefinition,
  options: readonly NamedOption[],
  numbers: readonly N[],
  readWith: (numbers: readonly N[]) => ReturnType<typeof readAmounts>,
): ReturnType<typeof readAmounts> {
  const first = readWith(numbers);
  const seeding =
    decision.family === 'diffusion' && decision.process.kind === 'contacts' ? decision.process.seeding : undefined;
  const strategies = options.filter(({ parameter }) => parameter.id === seeding?.strategy).map(({ span }) => span);
  const isRead =
    first.found.some(({ parameter }) => parameter === seeding?.share) ||
    first.doubts.some(({ parameters }) => parameters.includes(seeding?.share ?? ''));
  if (strategies.length === 0 || isRead) return first;
  return readWith(
    numbers.map((one) =>
      one.parameter.id === seeding?.share
        ? { ...one, mentions: one.mentions.map((list) => [...list, ...strategies]) }
        : one,
    ),
  );
}

/** Whether an option applies to a share of the people only: `half of the tenants have low influence`. */
function isOfSome(question: ReadQuestion, { how, spans }: Finding, isFound: (share: Span) => boolean): boolean {
  const [span] = spans;
  if (how !== 'option' || !span) return false;
  return measuresIn(question.tokens, { from: Math.max(0, span.from - maxDistance), to: span.from }).some(
    (share) => !isFound(share) && isShareOfPeople(question.tokens, share) && question.isInSameClause(share, span),
  );
}

function isShareOfPeople(tokens: readonly Token[], { to }: Span): boolean {
  let at = to;
  while (fillers.has(tokens[at]?.stem ?? '')) at++;
  return at > to && isPerson(tokens[at]);
}

/** A name and an amount may state the same value, `five rounds, a probability of 80%`, or different ones. */
function withoutContradictions(found: readonly Finding[], doubts: readonly Doubt[]) {
  const parameters = [...new Set(found.map(({ parameter }) => parameter))];
  const groups = parameters.map((parameter) => {
    const own = found.filter((one) => one.parameter === parameter);
    return { first: own[0]!, values: new Set(own.map(({ value }) => value)), spans: own.flatMap(({ spans }) => spans) };
  });
  const contradicted = groups
    .filter(({ values }) => values.size > 1)
    .map(({ first, spans }): Doubt => ({ reason: 'two_values', parameters: [first.parameter], spans }));
  return {
    found: groups.filter(({ values }) => values.size === 1).map(({ first, spans }): Finding => ({ ...first, spans })),
    doubts: [...doubts, ...contradicted],
  };
}

/** Removes doubts with the same reason and parameters. */
function withoutTwins(doubts: readonly Doubt[]): Doubt[] {
  const known = new Set<string>();
  return doubts.filter(({ reason, parameters }) => {
    const key = [reason, ...parameters].join(' ');
    const isTwin = parameters.length > 0 && known.has(key);
    known.add(key);
    return !isTwin;
  });
}

interface Vocabulary {
  spellings: Spellings;
  /** Stems of the words that name a parameter, an option or a group. */
  words: ReadonlySet<string>;
  /** Stems of the name and the summary. */
  subject: ReadonlySet<string>;
  /** All of these stems. */
  topic: ReadonlySet<string>;
  /** All of these stems, and those of the population. */
  setting: ReadonlySet<string>;
  groups: GroupNames[];
  choices: Omit<NamedChoice, 'mentions'>[];
  /** Numbers whose values have names. */
  values: Omit<NamedChoice, 'mentions'>[];
  numbers: Omit<Named<NumericParameter>, 'mentions'>[];
}

/** Cached by definition, because stemming its words takes longer than reading a question. */
const vocabularies = new WeakMap<WorkflowDefinition, Vocabulary>();

function vocabularyOf(definition: WorkflowDefinition): Vocabulary {
  const known = vocabularies.get(definition);
  if (known) return known;
  const { scenario, population } = definition;
  const quantities = quantitiesOf(definition);
  const texts = namesOf(definition).flat();
  const wordsIn = (said: readonly string[]) =>
    new Set(
      said.flatMap(stemmed).filter((stem) => /^\p{L}/u.test(stem) && !fillers.has(stem) && !grammatical.has(stem)),
    );
  const vocabulary = {
    spellings: spellingsOf(texts),
    words: wordsIn(texts),
    subject: wordsIn([definition.name, definition.summary]),
    topic: wordsIn([...texts, definition.name, definition.summary]),
    setting: wordsIn([...texts, definition.name, definition.summary, population.description]),
    groups: groupNames(population.attributes),
    choices: scenario.parameters.filter(isChoiceParameter).map((parameter) => ({
      parameter,
      naming: namingOf(parameter),
      options: optionNames(parameter),
    })),
    values: scenario.parameters.filter(isNumeric).flatMap(valueNames),
    numbers: scenario.parameters.filter(isNumeric).map((parameter) => ({
      parameter,
      naming: namingOf(parameter),
      quantity: quantities.get(parameter.id),
    })),
  };
  vocabularies.set(definition, vocabulary);
  return vocabulary;
}

/** Words of names such as `has not been sent`, which say nothing of the subject. */
const grammatical = new Set(
  stemmed('not been being have has had and or in by from that which who when than it they there'),
);

/** Clauses about the life of the caller, and about what the scenario does not change. */
function withoutOptions(text: string, tokens: readonly Token[]): Span[] {
  const clauses = sentencesOf(text).flatMap(clausesOf);
  return clauses
    .filter((clause) => isExperience(clause.text) || heldConstant.test(clause.text))
    .map(({ from, to }) => spanOf(tokens, from, to));
}

/** Removes words of segments that set a parameter, and their subject: `some rich man doubles each gift`. */
function apart(
  tokens: readonly Token[],
  segments: readonly Segment[],
  read: readonly { spans: Finding['spans'] }[],
): Segment[] {
  const taken = read.flatMap(({ spans }) => spans);
  const isTaken = overlapsAny(taken);
  const starts = new Set(taken.map(({ from }) => from));
  const isFree = ({ mention }: NamedGroups) =>
    !isTaken(mention) && !(starts.has(mention.to) && isOnePerson(tokens, mention));
  return segments
    .map(({ attribute, groups }) => ({ attribute, groups: groups.filter(isFree) }))
    .filter(({ groups }) => groups.length > 0);
}

/** `some rich man`, but not `men`. */
const isOnePerson = (tokens: readonly Token[], { from, to }: Span): boolean =>
  isPerson(tokens[to - 1]) && tokens.slice(Math.max(0, from - 2), from).some(({ stem }) => oneWords.has(stem));
const oneWords = new Set(stemmed('a an some one'));

const maxDistance = 12;
/** An amount at most this far from the words of an arm belongs to it. */
const maxDistanceToArm = 2;

/** The words from the first to the last span. Spans farther than `maxDistance` tokens from the first one are left out. */
function wordsOf(text: string, { tokens }: ReadQuestion, spans: readonly Span[]): string {
  const [first = { from: 0, to: 0 }, ...others] = spans;
  let { from, to } = first;
  for (const span of others) {
    if (Math.max(to, span.to) - Math.min(from, span.from) > maxDistance) continue;
    [from, to] = [Math.min(from, span.from), Math.max(to, span.to)];
  }
  return text.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0);
}
