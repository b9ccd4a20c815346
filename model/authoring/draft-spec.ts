import type { Table } from '../fitting/rows/table.js';
import { countText, labelOf, listText, suggestionFor } from './names.js';
import { type ColumnProfile, profileTable } from './profile.js';
import { maxSpecCharacters, scalar } from './parse-spec.js';
import { SpecError } from './spec-error.js';
import { countCutGroups } from './check-spec.js';
import { sortedValues } from './variables.js';
import { type ChoiceParts, choiceOf } from './draft-choice.js';

/** What a user already knows about the data. */
export interface KnownParts {
  readonly file: string;
  readonly title?: string | undefined;
  readonly outcome: string;
  /** Columns that scenarios can change. */
  readonly levers?: readonly string[] | undefined;
  readonly randomized?: readonly string[] | undefined;
  /** Null for none. */
  readonly group?: string | null | undefined;
  readonly id?: string | undefined;
  /** Null for none. */
  readonly weight?: string | null | undefined;
  readonly alternatives?: 'wide' | 'long' | undefined;
  readonly event?: string | undefined;
  readonly order?: readonly string[] | undefined;
  readonly missing?: 'drop' | 'impute' | undefined;
}

/** A decision that does not follow from the data, with the answer that is used without one. */
export interface DraftQuestion {
  readonly part: 'levers' | 'randomized' | 'group' | 'weight' | 'event' | 'order' | 'missing';
  readonly question: string;
  /** Several columns or values are joined by commas. */
  readonly default: string;
}

export interface SpecDraft {
  /** YAML with a reason for each guess. */
  readonly spec: string;
  /** At most 6. */
  readonly questions: readonly DraftQuestion[];
}

const maxColumns = 20;
const maxLevels = 20;
const maxOutcomeTexts = 50;
const splitPattern = /^(split|sample|part|fold|partition|set|train_?test)$/i;

/**
 * Drafts a short spec from the data and what is known about them.
 *
 * @throws SpecError for columns that do not exist
 */
export function draftSpec(table: Table, known: KnownParts): SpecDraft {
  const profile = profileTable(table);
  const byName = new Map(profile.columns.map((column) => [column.name, column]));
  const { group: knownGroup, id, weight: knownWeight, levers: knownLevers = [] } = known;
  checkColumns(Object.entries({ outcome: known.outcome, group: knownGroup, id, weight: knownWeight }), [
    ...byName.keys(),
  ]);
  const outcome = byName.get(known.outcome)!;
  checkOutcome(outcome, known);
  const choice = choiceOf(table, known, profile.columns);
  checkColumns(
    knownLevers.map((lever) => ['levers', lever] as const),
    [...byName.keys(), ...(choice?.generic ?? [])],
  );
  const ended = choice ? undefined : endOf(outcome, profile.columns);
  const groupGuess = () => known.id ?? guessed(profile.columns, 'group', [known.outcome, choice?.situation]);
  const group = known.group === undefined ? groupGuess() : (known.group ?? undefined);
  const weight = known.weight ?? undefined;
  const weightGuess = guessed(profile.columns, 'weight', [known.outcome]);
  const split = splitColumn(profile.columns, table, group);
  const excluded = new Set([
    known.outcome,
    group,
    known.id,
    weight,
    weightGuess,
    split?.column,
    ended,
    choice?.situation,
    choice?.id,
    ...(choice?.columns ?? []),
  ]);
  const candidates = profile.columns.filter(
    ({ name, type, distinct }) =>
      !excluded.has(name) &&
      isNameable(name) &&
      (type === 'binary' || type === 'integer' || type === 'number' || (type === 'category' && distinct <= maxLevels)),
  );
  const leverGuess = choice
    ? choice.generic
    : candidates
        .filter(({ guess }) => guess === 'parameter')
        .slice(0, 3)
        .map(({ name }) => name);
  const levers = known.levers ?? (leverGuess.length > 0 ? leverGuess : candidates.slice(0, 1).map(({ name }) => name));
  const randomized = known.randomized ?? [];
  const ordered = [
    ...candidates.filter(({ name }) => levers.includes(name)),
    ...candidates.filter(({ name }) => !levers.includes(name)),
  ];
  const results = choice ? [] : candidates.filter(({ name }) => followsFrom(table, name, outcome));
  const independent = withoutCopies(
    ordered.filter((column) => !results.includes(column)),
    table,
  ).slice(0, maxColumns);
  const left = profile.columns.filter(
    ({ name }) => !excluded.has(name) && !independent.some((one) => one.name === name),
  );
  const used = [...independent.map(({ name }) => name), ...(choice?.columns ?? [])];
  const incomplete = profile.columns.filter(({ name, missing }) => missing > 0 && used.includes(name));
  const questions = questionsOf(table, known, {
    outcome,
    levers,
    group,
    weightGuess,
    incomplete,
    isChoice: choice !== undefined,
  });
  const terms = independent.map(({ name }) => named(name)).join(' + ');
  const formula = choice
    ? `${named(known.outcome)} ~ ${choice.generic.map(named).join(' + ') || '1'}${terms ? ` | ${terms}` : ''}`
    : `${ended === undefined ? named(known.outcome) : `Surv(${named(known.outcome)}, ${named(ended)})`} ~ ${terms || '1'}`;
  const lines = [
    `data: ${scalar(known.file)}`,
    `title: ${scalar(known.title ?? `${labelOf(known.outcome)} in ${known.file.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '')}`)}`,
    'source: Own data.   # the citation of the data',
    `# ${left.length > 0 ? `Not in the formula: ${listText(left.map((column) => reasonLeft(column, results)))}.` : 'All columns of the data that a model can use.'}`,
    `formula: ${scalar(formula)}`,
    ...outcomeLines(outcome, table, known, choice !== undefined),
    ...(choice
      ? [
          `alternatives: { ${choice.fields} }${choice.isGuess ? '   # the columns show a choice between alternatives' : ''}`,
        ]
      : []),
    ...(ended === undefined ? [] : [`# ${ended} is 1 if the duration ended, and 0 if it was still going on.`]),
    ...(known.id ? [`id_column: ${scalar(known.id)}   # the respondent of a row`] : []),
    ...(group !== undefined && group !== known.id
      ? [
          `group: ${scalar(group)}   # ${countText(byName.get(group)!.distinct, 'group')}; no split cuts one, and standard errors allow for it`,
        ]
      : []),
    ...(weight ? [`weight: ${scalar(weight)}`] : []),
    ...(known.weight === undefined && weightGuess !== undefined
      ? [`# weight: ${scalar(weightGuess)}   # not used; remove the first # if it is a sampling weight`]
      : []),
    ...(split
      ? [
          `split: { column: ${scalar(split.column)}, train: ${scalar(split.train)}, test: ${scalar(split.test)} }   # the data name the held-out rows`,
        ]
      : []),
    ...(incomplete.length > 0
      ? [
          `missing: ${known.missing ?? 'drop'}   # ${incomplete
            .map(({ name, missing }) => `${countText(missing, 'row')} lack ${name}`)
            .slice(0, 5)
            .join(', ')}`,
        ]
      : []),
    ...(levers.length > 0
      ? [
          'levers:   # columns that a scenario can change; by default, each agent keeps its own value',
          ...levers.map((name) => `  ${scalar(name)}: ${leverText(byName.get(name), table, name, randomized, choice)}`),
        ]
      : []),
    ...unitLines(independent, choice),
  ];
  // A name with a line break must not end a comment.
  const draft = {
    spec: `${lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\n')}\n`,
    questions: questions.slice(0, 6),
  };
  checkLength(draft);
  return draft;
}

/** Values can have megabytes. */
function checkLength({ spec, questions }: SpecDraft): void {
  const characters = questions.reduce((sum, own) => sum + own.question.length + own.default.length, spec.length);
  if (characters > maxSpecCharacters)
    throw new SpecError([
      {
        path: '',
        message: `the draft has ${characters} characters, but can have at most ${maxSpecCharacters}: use columns with shorter values`,
      },
    ]);
}

function checkColumns(
  named: readonly (readonly [path: string, column: string | null | undefined])[],
  columns: readonly string[],
): void {
  const issues = named.flatMap(([path, column]) =>
    column === undefined || column === null || columns.includes(column)
      ? []
      : [{ path, message: `the data have no column "${column}"${suggestionFor(column, columns)}` }],
  );
  if (issues.length > 0) throw new SpecError(issues);
}

function checkOutcome({ name, distinct, range }: ColumnProfile, { event }: KnownParts): void {
  const fail = (message: string) => {
    throw new SpecError([{ path: 'outcome', message }]);
  };
  if (!isNameable(name)) fail(`"${name}" contains \`, which a formula cannot name: rename the column`);
  if (distinct < 2)
    fail(`"${name}" has ${distinct === 0 ? 'no value' : 'the same value'} in all rows: name another column`);
  if (range === null && event === undefined && distinct > maxOutcomeTexts)
    fail(
      `"${name}" has ${countText(distinct, 'different text')}: an outcome has at most ${maxOutcomeTexts}. Name another column, or the event to predict`,
    );
}

function guessed(
  columns: readonly ColumnProfile[],
  role: ColumnProfile['guess'],
  excluded: readonly (string | undefined)[],
): string | undefined {
  return columns.find(({ name, guess }) => guess === role && !excluded.includes(name))?.name;
}

function splitColumn(
  columns: readonly ColumnProfile[],
  table: Table,
  group: string | undefined,
): { column: string; train: string; test: string } | undefined {
  const found = columns.find(({ name, distinct }) => splitPattern.test(name) && distinct === 2);
  if (!found || (group !== undefined && countCutGroups(table, found.name, group) > 0)) return undefined;
  const values = sortedValues(table.columns.get(found.name)!);
  const train = values.find((value) => /train|fit|estimation|0/i.test(value));
  const test = values.find((value) => value !== train && /test|hold|valid|1/i.test(value));
  return train !== undefined && test !== undefined ? { column: found.name, train, test } : undefined;
}

/** Without columns that equal an earlier one, up to the names of their two values. */
function withoutCopies(columns: readonly ColumnProfile[], table: Table): ColumnProfile[] {
  const known = new Set<string>();
  return columns.filter(({ name, type }) => {
    if (type !== 'binary') return true;
    const texts = table.columns.get(name)!;
    const pattern = texts.map((text) => (text === texts[0] ? '1' : '0')).join('');
    return !known.has(pattern) && known.add(pattern);
  });
}

/**
 * Whether a column determines the outcome, such as the amount of a gift: no finite estimate exists for it, and it is probably
 * recorded after the outcome.
 */
function followsFrom(table: Table, name: string, outcome: ColumnProfile): boolean {
  if (outcome.distinct > maxOutcomeTexts) return false;
  const outcomes = table.columns.get(outcome.name)!;
  const texts = table.columns.get(name)!;
  const outcomeOf = new Map<string, string>();
  const isSame = texts.every((text, row) => {
    const known = outcomeOf.get(text);
    if (known === undefined) outcomeOf.set(text, outcomes[row]!);
    return known === undefined || known === outcomes[row];
  });
  return isSame && outcomeOf.size < texts.length / 2;
}

function reasonLeft(column: ColumnProfile, results: readonly ColumnProfile[]): string {
  const { name, type, distinct } = column;
  if (results.includes(column)) return `${name} (it determines the outcome)`;
  if (type === 'binary' || type === 'integer' || type === 'number') return name;
  return `${name} (${type === 'category' || type === 'text' ? `${distinct} texts` : type})`;
}

function outcomeLines(
  { name, distinct, examples, range }: ColumnProfile,
  table: Table,
  known: KnownParts,
  isChoice: boolean,
): string[] {
  if (isChoice) return [];
  const values = sortedValues(table.columns.get(name)!);
  if (distinct === 2) {
    const event = known.event ?? defaultEvent(values, examples);
    return [
      `outcome: { event: ${scalar(event)}, label: ${scalar(/^(1|yes|true)$/i.test(event) ? labelOf(name) : labelOf(event))} }   # the value that the model predicts`,
    ];
  }
  if (range || known.event)
    return known.event
      ? [`outcome: { event: ${scalar(known.event)} }`]
      : [`outcome: { label: ${scalar(labelOf(name))} }`];
  const usual = usualScale(values);
  const order = known.order ?? usual ?? values;
  const reason =
    known.order || usual
      ? 'lowest first'
      : 'in alphabetical order: write the lowest first. A choice without an order needs columns such as price_' +
        `${values[0]}, and the field alternatives`;
  return [`outcome: { order: [${order.map(scalar).join(', ')}] }   # ${reason}`];
}

function defaultEvent(values: readonly string[], examples: ColumnProfile['examples']): string {
  return values.find((value) => /^(1|yes|y|true)$/i.test(value)) ?? examples.at(-1)?.value ?? values[1]!;
}

const usualOrders = [
  ['very low', 'low', 'medium', 'middle', 'high', 'very high'],
  ['never', 'rarely', 'sometimes', 'often', 'usually', 'always'],
  ['strongly disagree', 'disagree', 'neutral', 'neither', 'agree', 'strongly agree'],
  ['very dissatisfied', 'dissatisfied', 'neutral', 'satisfied', 'very satisfied'],
  ['very bad', 'bad', 'poor', 'fair', 'average', 'good', 'very good', 'excellent'],
  ['none', 'few', 'some', 'many', 'all'],
  ['small', 'medium', 'large'],
];

/** Values of a usual scale in its order; undefined if they are none. */
function usualScale(values: readonly string[]): string[] | undefined {
  const plain = (value: string) => value.toLowerCase().replace(/[_-]/g, ' ');
  const scale = usualOrders.find((order) => values.every((value) => order.includes(plain(value))));
  return scale && values.toSorted((a, b) => scale.indexOf(plain(a)) - scale.indexOf(plain(b)));
}

/** The column that is 1 if a duration ended; undefined if the outcome is not a duration. */
function endOf({ name, type, range }: ColumnProfile, columns: readonly ColumnProfile[]): string | undefined {
  const isDuration =
    (type === 'integer' || type === 'id') &&
    range !== null &&
    range.minimum >= 1 &&
    /(^|_)(duration|time|spell|tenure|survival|days|weeks|months|years)(_|$)/i.test(name);
  return isDuration
    ? columns.find((column) => column.type === 'binary' && column.range !== null && endPattern.test(column.name))?.name
    : undefined;
}

/** Not `censored`, which is 1 if the duration was still going on. */
const endPattern = /^(event|ended|end|status|died|dead|death|failed|failure|churned|exit|exited|left)$/i;

/** Values of a group without treatment. */
const controlPattern = /^(none|no|control|placebo|baseline|untreated|nothing|status[ _-]?quo)$/i;

function leverText(
  profile: ColumnProfile | undefined,
  table: Table,
  name: string,
  randomized: readonly string[],
  choice: ChoiceParts | undefined,
): string {
  const values = profile?.type === 'category' ? sortedValues(table.columns.get(name)!) : [];
  const control = values.find((value) => controlPattern.test(value));
  const ordered = control === undefined ? [] : [control, ...values.filter((value) => value !== control)];
  const parts = [
    ...(randomized.includes(name) ? ['randomized: true'] : []),
    ...(choice?.generic.includes(name) ? ['each: alternative'] : []),
    ...(ordered.length > 0 ? [`compare: [${ordered.map(scalar).join(', ')}]`] : []),
  ];
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}';
}

function unitLines(columns: readonly ColumnProfile[], choice: ChoiceParts | undefined): string[] {
  const numbers = [
    ...columns.filter(({ type }) => type === 'integer' || type === 'number').map(({ name }) => name),
    ...(choice?.generic ?? []),
  ];
  if (numbers.length === 0) return [];
  return [
    `# units: { ${numbers
      .slice(0, 8)
      .map((name) => `${scalar(name)}: …`)
      .join(', ')} }   # units of numbers, for texts, such as USD`,
  ];
}

function questionsOf(
  table: Table,
  known: KnownParts,
  {
    outcome,
    levers,
    group,
    weightGuess,
    incomplete,
    isChoice,
  }: {
    outcome: ColumnProfile;
    levers: readonly string[];
    group: string | undefined;
    weightGuess: string | undefined;
    incomplete: readonly ColumnProfile[];
    isChoice: boolean;
  },
): DraftQuestion[] {
  const values = sortedValues(table.columns.get(outcome.name)!);
  const questions: (DraftQuestion | false)[] = [
    !isChoice &&
      known.event === undefined &&
      outcome.distinct === 2 &&
      !values.some((value) => /^(1|yes|y|true)$/i.test(value)) && {
        part: 'event',
        question: `Which value of ${outcome.name} should the model predict (${values.join(' or ')})?`,
        default: defaultEvent(values, outcome.examples),
      },
    !isChoice &&
      known.order === undefined &&
      known.event === undefined &&
      outcome.distinct > 2 &&
      !outcome.range && {
        part: 'order',
        question: `In which order are the values of ${outcome.name}, lowest first?`,
        default: (usualScale(values) ?? values).join(','),
      },
    known.levers === undefined && {
      part: 'levers',
      question: 'Which columns should a scenario be able to change?',
      default: levers.join(','),
    },
    known.randomized === undefined && {
      part: 'randomized',
      question: 'Which of these columns were assigned at random, as in an experiment (none: -)?',
      default: '-',
    },
    known.group === undefined &&
      known.id === undefined &&
      group !== undefined && {
        part: 'group',
        question: 'Which column shows rows that belong together, such as those of one household (none: -)?',
        default: group,
      },
    known.weight === undefined &&
      weightGuess !== undefined && {
        part: 'weight',
        question: `Which column has sampling weights, such as ${weightGuess} (none: -)?`,
        default: '-',
      },
    known.missing === undefined &&
      incomplete.length > 0 && {
        part: 'missing',
        question: `${listText(incomplete.slice(0, 3).map(({ name, missing }) => `${countText(missing, 'row')} lack ${name}`))}: drop these rows, or impute the median?`,
        default: 'drop',
      },
  ];
  return questions.filter((question) => question !== false);
}

/** A formula has other names than those of R in backticks. */
const isNameable = (column: string) => !column.includes('`');

/** A name in a formula. */
function named(column: string): string {
  return /^[A-Za-z][\w.]*$/.test(column) ? column : `\`${column}\``;
}
