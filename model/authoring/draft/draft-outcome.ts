import type { Table } from '../../fitting/rows/table.js';
import { type ChoiceParts, type DraftQuestion, joined, type KnownParts, named, type DraftData } from './draft-known.js';
import { choiceOf } from './draft-choice.js';
import { countedOutcome } from './draft-counted.js';
import { isNameless, isYesText, positiveOf } from '../variables/event-value.js';
import { countText, idOf, labelOf } from '../variables/names.js';
import { acceptedBids } from '../outcomes/double-bounded.js';
import { isInvalidDuration, maxPeriods } from '../outcomes/outcome-durations.js';
import { SpecError } from '../spec-error.js';
import { amountReason, durationEnd, ratingScale } from './outcome-kind.js';
import { scalar, textScalar } from '../parse-spec.js';
import type { ColumnProfile } from '../variables/profile.js';
import { orderByMeaning } from '../variables/value-order.js';
import { sortedValues } from '../variables/variables.js';

/** How the outcome of a draft is modeled. */
export interface OutcomeDraft {
  /** Left side of the formula. */
  readonly text: string;
  readonly lines: readonly string[];
  readonly questions: readonly (DraftQuestion | false)[];
  /** Columns that are a part of the outcome, with the reason why they are not in the formula. */
  readonly columns: ReadonlyMap<string, string>;
  /** Set for a choice between alternatives whose variables are columns. */
  readonly choice?: ChoiceParts | undefined;
  /** Whether all variables are those of the respondent, in a choice. */
  readonly isNominal?: boolean;
  readonly isCounted?: true;
  /** Durations that ended. */
  readonly ended?: number;
  /** Lines of the file whose outcome is impossible. */
  readonly invalidLines?: readonly number[];
}

const maxNominal = 20;

export function outcomeDraft(data: DraftData): OutcomeDraft {
  const found = choiceOf(data);
  if (found?.choice) return choiceDraft(data.outcome, found.choice, data.known);
  const draft = draftOfRows(data);
  return found
    ? { ...draft, lines: [`# ${found.comment}`, ...draft.lines], questions: [found.question, ...draft.questions] }
    : draft;
}

function choiceDraft({ name }: ColumnProfile, choice: ChoiceParts, { alternatives }: KnownParts): OutcomeDraft {
  return {
    text: named(name),
    lines: [
      ...choice.comments.map((comment) => `# ${comment}`),
      ...choice.lines,
      `alternatives: { ${choice.fields} }${alternatives ? '' : '   # the columns show a choice between alternatives'}`,
    ],
    questions: choice.questions,
    columns: new Map([...choice.columns.map((column) => [column, ''] as const), ...choice.left]),
    choice,
  };
}

/** The draft of an outcome with a value in each row. */
function draftOfRows(data: DraftData): OutcomeDraft {
  const { outcome, table, known } = data;
  const { alternatives, event, order } = known;
  const all = sortedValues(table.columns.get(outcome.name)!);
  const counted = order === null || event !== undefined ? undefined : countedOutcome(data);
  if (event !== undefined || (outcome.distinct === 2 && !counted)) return binaryDraft(data, all);
  if (order) return orderedDraft(outcome, order, 'lowest first');
  const duration = known.end === null || alternatives ? undefined : durationDraft(data);
  if (duration) return duration;
  const bids = order === undefined && !alternatives ? bidsDraft(data, all) : undefined;
  if (bids) return bids;
  if (counted)
    return {
      ...{ text: counted.text, lines: [`# ${counted.comment}`], questions: [], columns: counted.columns },
      isCounted: true,
    };
  return outcome.range ? numberDraft(outcome, known, table) : textDraft(outcome, all, known);
}

function binaryDraft({ outcome, table, known, columns }: DraftData, values: readonly string[]): OutcomeDraft {
  const { name, examples, distinct } = outcome;
  const usual = positiveOf(values) ?? values.find((value) => isYesText(value, values));
  const event = known.event ?? usual ?? examples.at(-1)?.value ?? values[1]!;
  const label = labelOf(isNameless(event, values) ? name : event);
  // A duration that ends with the outcome is not its cause.
  const durations = columns.filter((column) => {
    const end = column.name === name ? undefined : durationEnd(column, columns, table);
    return end?.column === name && !end.isGuess;
  });
  return {
    text: named(name),
    lines: [
      distinct === 2
        ? `outcome: { event: ${scalar(event)}, label: ${textScalar(label)} }   # the value that the model predicts`
        : `outcome: { event: ${scalar(event)} }`,
    ],
    questions: [
      known.event === undefined &&
        usual === undefined && {
          part: 'event',
          question: `Which value of ${name} should the model predict (${values.join(' or ')})?`,
          default: event,
        },
    ],
    columns: new Map(
      durations.map((column) => [
        column.name,
        `the duration until ${name}, which Surv(${column.name}, ${name}) models`,
      ]),
    ),
  };
}

function orderedDraft(
  { name }: ColumnProfile,
  order: readonly string[],
  reason: string,
  question?: DraftQuestion,
): OutcomeDraft {
  return {
    text: named(name),
    lines: [`outcome: { order: [${order.map(scalar).join(', ')}] }   # ${reason}`],
    questions: [question ?? false],
    columns: new Map(),
  };
}

function durationDraft({ outcome, table, known: { end: known }, columns }: DraftData): OutcomeDraft | undefined {
  const { name } = outcome;
  const end = durationEnd(outcome, columns, table, known ?? undefined);
  if (!end && known)
    throw new SpecError([
      {
        path: 'end',
        message: `"${known}" needs two values, one of which means that a duration ended, and "${name}" positive numbers`,
      },
    ]);
  if (!end) return undefined;
  const { column, event, isGuess } = end;
  const texts = table.columns.get(name)!;
  const period = periodOf(outcome);
  const invalidLines = texts.flatMap((text, row) => (isInvalidDuration(text, period) ? [table.lines[row]!] : []));
  return {
    text: `Surv(${named(name)}, ${named(column)})`,
    lines: [
      `outcome: { event: ${scalar(event)}, label: ${textScalar(labelOf(name))}${period === undefined ? '' : `, period: ${period}`} }   # ${column} is ${event} if the duration ended, and otherwise it was still going on`,
      ...(period === undefined ? [] : [`# Durations are rounded up to whole periods of ${period}.`]),
    ],
    questions: [
      known === undefined &&
        isGuess && {
          part: 'end',
          question: `Which column states whether the duration in ${name} ended (none: -)?`,
          default: column,
        },
    ],
    columns: new Map([[column, '']]),
    ended: table.columns.get(column)!.filter((text) => text.trim() === event).length,
    invalidLines,
  };
}

const bidPattern = /(^|_)(bid|offer|price|amount|cost|gebot|preis|betrag|enchere|prix|precio|oferta)s?_?\d*(_|$)/;

/** Answers to two bids, such as "yes-no", next to the columns of both. */
function bidsDraft({ outcome: { name }, columns }: DraftData, values: readonly string[]): OutcomeDraft | undefined {
  const bids = columns.filter(
    (column) => column.range !== null && column.distinct > 2 && bidPattern.test(idOf(column.name)),
  );
  if (values.length < 3 || bids.length !== 2 || values.some((value) => acceptedBids(value) === undefined))
    return undefined;
  return {
    text: `interval(${[name, ...bids.map((column) => column.name)].map(named).join(', ')})`,
    lines: ['# The answers to two bids bound the amount of each respondent.'],
    questions: [],
    columns: new Map(bids.map((column) => [column.name, ''])),
  };
}

const wantedPeriods = 60;

/** Length of a period for durations that are no whole numbers, or too many: 1, 2 or 5 times a power of 10, or days of a week or month. */
function periodOf({ name, type, range }: ColumnProfile): number | undefined {
  const { maximum } = range!;
  if (type !== 'number' && maximum <= maxPeriods) return undefined;
  const least = maximum / wantedPeriods;
  const power = 10 ** Math.floor(Math.log10(least));
  const isDays = /(^|[^a-z])(days?|tage?|jours?|d[ií]as?)($|[^a-z])/i.test(name);
  const usual = [1, 2, 5, 10].map((digit) => Number((digit * power).toPrecision(1)));
  return (isDays && maximum > maxPeriods ? [7, 30, 365] : usual).find((length) => length >= least) ?? usual.at(-1);
}

function numberDraft(outcome: ColumnProfile, { order }: KnownParts, table: Table): OutcomeDraft {
  const { name, range } = outcome;
  const unit = table.units?.get(name);
  const scale = ratingScale(outcome);
  const reason = scale ? undefined : amountReason(outcome, table.columns.get(name)!);
  const question: DraftQuestion | undefined = scale && {
    part: 'order',
    question: `Are the numbers of ${name} a scale from ${range!.minimum} to ${range!.maximum}, lowest first, and not counts (none: -)?`,
    default: scale.isLikely ? joined(scale.values) : '-',
  };
  if (order === undefined && scale?.isLikely)
    return orderedDraft(outcome, scale.values, 'a scale, lowest first; for counts, write family: counts', question);
  return {
    text: named(name),
    lines: [
      `outcome: { label: ${textScalar(labelOf(name))}${unit === undefined ? '' : `, unit: ${textScalar(unit)}`} }`,
      ...(scale?.isLikely ? ['family: counts   # the numbers are no scale'] : []),
      ...(reason === undefined ? [] : [`family: amounts   # ${reason}`]),
    ],
    questions: [order === undefined && question !== undefined && question],
    columns: new Map(),
  };
}

/** Three or more texts: an order, or alternatives without one. */
function textDraft(outcome: ColumnProfile, values: readonly string[], { order: known }: KnownParts): OutcomeDraft {
  const { name, examples } = outcome;
  const order = known === null ? undefined : orderByMeaning(values, name);
  const question: DraftQuestion = {
    part: 'order',
    question: `In which order are the values of ${name}, lowest first (none: -)?`,
    default: order ? joined(order) : '-',
  };
  if (order && order.length > 2)
    return orderedDraft(outcome, order, 'lowest first, by the meaning of the texts', question);
  if (values.length <= maxNominal)
    return {
      text: named(name),
      lines: [
        `alternatives: { shape: wide, reference: ${scalar(values[0]!)} }   # no order follows from the texts; if they have one, write outcome: { order: [lowest, …, highest] }`,
      ],
      questions: [known === undefined && question],
      columns: new Map(),
      isNominal: true,
    };
  const event = examples[0]!.value;
  return {
    text: named(name),
    lines: [`outcome: { event: ${scalar(event)} }   # the most frequent of ${countText(values.length, 'text')}`],
    questions: [{ part: 'event', question: `Which value of ${name} should the model predict?`, default: event }],
    columns: new Map(),
  };
}
