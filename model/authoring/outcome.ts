import type { Cell } from './recipe/cell.schema.js';
import type { Formula } from './formula.js';
import { countText, idOf, inSentence, labelOf, plainText, suggestionFor, UniqueIds } from './names.js';
import { type ColumnProfile, missingTexts } from './profile.js';
import type { SpecIssues } from './spec-error.js';
import type { Spec } from './spec.schema.js';
import { sortedValues, type Variables } from './variables.js';

export type SpecFamily = NonNullable<Spec['family']>;

/** What a family adds to a definition with one list of terms. */
export interface OutcomePlan {
  readonly family: SpecFamily;
  /** Reason for the family, for notes. */
  readonly reason: string;
  /** Cells of the recipe. */
  readonly columns: Readonly<Record<string, Cell>>;
  /** Columns of the table. Rows without a value are dropped. */
  readonly sources: readonly string[];
  /** Fields of the decision other than its terms. */
  readonly decision: Readonly<Record<string, unknown>>;
  /** Equations of the terms, if the family has several. */
  readonly equations?: readonly string[];
  readonly hasConstant: boolean;
  /** Coefficients that no term uses. */
  readonly ancillary: readonly { readonly id: string; readonly label: string }[];
  /** Figure of effects and questions. */
  readonly target: Readonly<Record<string, unknown>>;
  /** The figure in questions: `What share has the outcome “Gives”`. */
  readonly question: string;
  readonly parameters?: readonly object[];
  readonly narrativeOfParameters?: Readonly<Record<string, object>>;
  readonly fit?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly sentences: { readonly chosen: string; readonly would: string; readonly would_have: string };
}

const shareWithManyZeros = 0.1;
const maxClasses = 20;
/** Texts of the value that an event has if the spec does not name it. */
const eventPattern = /^(1|yes|y|true|event|success)$/i;

const outcomeSentences = {
  chosen: 'My outcome is {alternative}',
  would: 'my outcome would be {alternative}',
  would_have: 'my outcome would have been {alternative}',
};

/** Chooses the family of a formula by its outcome. Undefined if an issue was added. */
export function planOutcome(
  spec: Spec,
  formula: Formula,
  variables: Variables,
  issues: SpecIssues,
): OutcomePlan | undefined {
  const { outcome } = formula;
  const profiles = outcome.columns.map((column) => variables.profile(column, 'formula'));
  if (profiles.includes(undefined)) return undefined;
  const [first, second] = profiles as ColumnProfile[];
  const label = plainText(spec.outcome.label ?? labelOf(first!.name));
  const { link } = spec.outcome;
  const reject = () =>
    issues.add(
      'outcome.link',
      `is ${link}, but only an outcome with two values, with counts of successes or with an order can have another link than the logit`,
    );
  if (outcome.function === 'cbind') return countedBinary(spec, first!, second!);
  if (outcome.function !== undefined && hasOtherLink(spec)) return reject();
  if (outcome.function === 'Surv') return durations(spec, first!, second!, label, variables, issues);
  if (outcome.function === 'interval')
    return payments(spec, [first!.name, second!.name], label, variables, 'the outcome is an interval');
  const family = spec.family ?? familyOf(spec, first!, issues);
  if (family && hasOtherLink(spec) && family !== 'binary_logit' && family !== 'ordered_logit') return reject();
  switch (family) {
    case 'binary_logit':
      return binary(spec, first!, variables, issues);
    case 'ordered_logit':
      return ordered(spec, first!, label, variables, issues);
    case 'counts':
      return counts(spec, first!, label, variables, issues);
    case 'willingness_to_pay':
      return payments(spec, [first!.name], label, variables, `${zeroShare(first!)}% of the amounts are 0`);
    case 'amounts':
      return amounts(spec, first!, label, variables, issues);
    case 'hazard':
      issues.add(
        'formula',
        `a duration needs its end: write Surv(${first!.name}, ended) ~ …, with a column that is 1 if the duration ended and 0 if it was still going on`,
      );
      return undefined;
    default:
      return undefined;
  }
}

function familyOf({ outcome }: Spec, profile: ColumnProfile, issues: SpecIssues): SpecFamily | undefined {
  const { name, type, distinct, range } = profile;
  if (outcome.order) return 'ordered_logit';
  if (distinct === 2 || outcome.event !== undefined) return 'binary_logit';
  if (distinct < 2)
    return issues.add('formula', `the outcome "${name}" has ${countText(distinct, 'value')}; a model needs at least 2`);
  if (range && range.minimum >= 0 && (type === 'integer' || type === 'id')) return 'counts';
  if (range && range.minimum >= 0 && Number(zeroShare(profile)) >= 100 * shareWithManyZeros)
    return 'willingness_to_pay';
  if (range && range.minimum >= 0) return 'amounts';
  if (range)
    return issues.add(
      'formula',
      `the outcome "${name}" has ${countText(distinct, 'different number')}, and some are negative; no family of models fits it: use an outcome with 2 values, or numbers of at least 0`,
    );
  return issues.add(
    'formula',
    `the outcome "${name}" has ${countText(distinct, 'value')}; a binary outcome needs 2. Name the event (\`outcome: { event: … }\`), the order of its values (\`outcome: { order: [lowest, …, highest] }\`), or the alternatives (\`alternatives: { shape: wide }\`)`,
  );
}

function zeroShare({ examples, missing }: ColumnProfile): string {
  const zeros = examples.filter(({ value }) => Number(value) === 0).reduce((sum, { count }) => sum + count, 0);
  const all = examples.reduce((sum, { count }) => sum + count, 0) + missing;
  return String(Math.round((100 * zeros) / Math.max(1, all)));
}

function quoted(label: string): string {
  return `“${plainText(label)}”`;
}

function binary(spec: Spec, profile: ColumnProfile, variables: Variables, issues: SpecIssues): OutcomePlan | undefined {
  const { outcome } = spec;
  const values = sortedValues(variables.texts(profile.name));
  const wanted = outcome.event === undefined ? values.find((value) => eventPattern.test(value)) : String(outcome.event);
  const event = values.find(
    (value) => value === wanted || (wanted === 'true' && value === '1') || (wanted === 'false' && value === '0'),
  );
  if (event === undefined) {
    const list = values
      .slice(0, 20)
      .map((value) => `"${value}"`)
      .join(', ');
    const problem =
      outcome.event === undefined
        ? `is needed: the outcome "${profile.name}" has the values ${list}`
        : `"${wanted}" is not a value of "${profile.name}"${suggestionFor(String(wanted), values)}; values: ${list}`;
    return issues.add('outcome.event', problem);
  }
  const others = values.filter((value) => value !== event);
  const isNumber = /^(0|1|no|yes|true|false|y|n)$/i.test(event);
  const label = outcome.label ?? (isNumber ? labelOf(profile.name) : labelOf(event));
  const other = outcome.other ?? (others.length === 1 && !isNumber ? labelOf(others[0]!) : `Not ${inSentence(label)}`);
  const ids = new UniqueIds();
  const [otherId, eventId] = [ids.of(other), ids.of(label)];
  return {
    family: 'binary_logit',
    reason:
      others.length === 1 ? `"${profile.name}" has 2 values` : `\`outcome.event\` makes "${profile.name}" a yes or no`,
    columns: {
      outcome: {
        column: profile.name,
        map: Object.fromEntries(values.map((value) => [value, value === event ? eventId : otherId])),
      },
    },
    sources: [profile.name],
    decision: {
      id: idOf(profile.name),
      label: labelOf(profile.name),
      outcomes: [
        { id: otherId, label: other, noun: quoted(other) },
        { id: eventId, label, noun: quoted(label) },
      ],
      ...linkIn(spec),
    },
    hasConstant: true,
    ancillary: [],
    target: { outcome: eventId },
    question: `What share has the outcome ${quoted(label)}`,
    sentences: outcomeSentences,
  };
}

const hasOtherLink = ({ outcome: { link = 'logit' } }: Spec) => link !== 'logit';

/** Fields of a decision with the link of a spec. */
const linkIn = (spec: Spec) => (hasOtherLink(spec) ? { link: spec.outcome.link } : {});

function countedBinary(spec: Spec, successes: ColumnProfile, failures: ColumnProfile): OutcomePlan {
  const { outcome } = spec;
  const label = outcome.label ?? labelOf(successes.name);
  const other = outcome.other ?? labelOf(failures.name);
  const ids = new UniqueIds();
  const [otherId, eventId] = [ids.of(other), ids.of(label)];
  return {
    family: 'binary_logit',
    reason: 'cbind() counts successes and failures',
    columns: {
      'outcome.successes': { column: successes.name },
      'outcome.trials': { sum: [{ column: successes.name }, { column: failures.name }] },
    },
    sources: [successes.name, failures.name],
    decision: {
      id: idOf(label),
      label,
      outcomes: [
        { id: otherId, label: other, noun: quoted(other) },
        { id: eventId, label, noun: quoted(label) },
      ],
      ...linkIn(spec),
    },
    hasConstant: true,
    ancillary: [],
    target: { outcome: eventId },
    question: `What share has the outcome ${quoted(label)}`,
    fit: { population_people: 'rows' },
    sentences: outcomeSentences,
  };
}

function ordered(
  spec: Spec,
  { name }: ColumnProfile,
  label: string,
  variables: Variables,
  issues: SpecIssues,
): OutcomePlan | undefined {
  const { outcome } = spec;
  const values = sortedValues(variables.texts(name));
  const order = outcome.order?.map(String) ?? values;
  for (const value of order)
    if (!values.includes(value))
      issues.add('outcome.order', `"${value}" is not a value of "${name}"${suggestionFor(value, values)}`);
  const rest = values.filter((value) => !order.includes(value));
  if (rest.length > 0)
    issues.add(
      'outcome.order',
      `does not contain ${rest
        .slice(0, 10)
        .map((value) => `"${value}"`)
        .join(', ')}`,
    );
  if (order.length < 3 || order.length > maxClasses)
    return issues.add(
      'outcome.order',
      `has ${countText(order.length, 'value')}; an ordered outcome needs 3 to ${maxClasses}`,
    );
  const ids = new UniqueIds();
  const levels = order.map((value) => {
    const own = outcome.labels?.[value] ?? labelOf(value);
    return { value, id: ids.of(value), label: own, noun: quoted(own) };
  });
  const thresholds = levels.slice(1).map(({ id, label: upper }, k) => ({
    id: `${levels[k]!.id}_to_${id}`,
    label: `Threshold between ${levels[k]!.label} and ${upper}`,
  }));
  const last = levels.at(-1)!;
  return {
    family: 'ordered_logit',
    reason: `the ${order.length} values of "${name}" have an order`,
    columns: { outcome: { column: name, map: Object.fromEntries(levels.map(({ value, id }) => [value, id])) } },
    sources: [name],
    decision: {
      id: idOf(label),
      label,
      outcomes: levels.map(({ value: _value, ...level }) => level),
      thresholds: thresholds.map(({ id }) => id),
      ...linkIn(spec),
      score: {
        id: idOf(`${label.slice(0, 40)} score`),
        label: `${label}, from 1 to ${levels.length}`,
        unit: 'points',
        points: levels.map((_, k) => k + 1),
      },
    },
    hasConstant: false,
    ancillary: thresholds,
    target: { outcome: last.id },
    question: `What share has the outcome ${quoted(last.label)}`,
    sentences: outcomeSentences,
  };
}

/** Bounds of bands of counts. */
const countBounds = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const leastBandShare = 0.02;

function numbersOf(variables: Variables, column: string): number[] {
  return variables.texts(column).flatMap((text) => {
    const trimmed = text.trim();
    return (missingTexts as readonly string[]).includes(trimmed) || !Number.isFinite(Number(trimmed))
      ? []
      : [Number(trimmed)];
  });
}

function bandsOf(values: readonly number[], bounds: readonly number[], leastShare = leastBandShare): number[] {
  const kept = [0];
  for (const bound of bounds) {
    const own = values.filter((value) => value >= kept.at(-1)! && value < bound).length / values.length;
    const rest = values.filter((value) => value >= bound).length / values.length;
    if (own >= leastShare && rest >= leastShare) kept.push(bound);
  }
  return kept;
}

function counts(
  spec: Spec,
  { name, range }: ColumnProfile,
  label: string,
  variables: Variables,
  issues: SpecIssues,
): OutcomePlan | undefined {
  if (!range || range.minimum < 0)
    return issues.add('family', `is counts, but "${name}" has values that are not whole numbers of at least 0`);
  const values = numbersOf(variables, name);
  const decimal = values.find((value) => !Number.isInteger(value));
  if (decimal !== undefined)
    return issues.add('family', `is counts, but "${name}" has ${decimal}: counts are whole numbers of at least 0`);
  const { distribution } = spec.outcome;
  const isDispersed = distribution === 'negative_binomial';
  const unit = spec.outcome.unit ?? inSentence(label);
  const starts = bandsOf(values, countBounds);
  if (starts.length < 2) return issues.add('formula', `the outcome "${name}" is nearly always the same`);
  const outcomes = starts.map((from, k) => {
    const next = starts[k + 1];
    const text = next === undefined ? `${from} or more` : next - 1 === from ? String(from) : `${from} to ${next - 1}`;
    return { id: idOf(`n ${text}`), label: text, noun: quoted(`${text} ${unit}`), from };
  });
  return {
    family: 'counts',
    reason: `"${name}" has whole numbers from ${range.minimum}; ${isDispersed ? 'they vary more than Poisson counts, so they are negative binomial' : 'they do not vary more than Poisson counts'}`,
    columns: { outcome: { column: name } },
    sources: [name],
    decision: {
      id: idOf(label),
      label,
      ...(isDispersed && { dispersion: 'log_theta' }),
      count: {
        id: idOf(label),
        label,
        unit,
        words: { none: `0 ${unit}`, one: `1 ${unit.replace(/s$/, '')}`, more: `{count} ${unit}` },
      },
      outcomes,
      telling: { favours: `more ${unit}`, less: '{number} have less than I do', more: '{number} have more than I do' },
    },
    hasConstant: true,
    ancillary: isDispersed ? [{ id: 'log_theta', label: 'Logarithm of θ (dispersion)' }] : [],
    target: { measure: idOf(label) },
    question: `What is the mean of ${inSentence(label)}`,
    sentences: outcomeSentences,
  };
}

const maxPeriods = 400;

function durations(
  spec: Spec,
  time: ColumnProfile,
  event: ColumnProfile,
  label: string,
  variables: Variables,
  issues: SpecIssues,
): OutcomePlan | undefined {
  const last = time.range?.maximum ?? 0;
  if (
    !time.range ||
    time.range.minimum < 1 ||
    (time.type !== 'integer' && time.type !== 'id' && time.type !== 'binary') ||
    last > maxPeriods
  )
    return issues.add(
      'formula',
      `the durations in "${time.name}" must be whole numbers of periods from 1 to ${maxPeriods}; they are ${time.range ? `from ${time.range.minimum} to ${time.range.maximum}` : 'texts'}`,
    );
  const values = sortedValues(variables.texts(event.name));
  const ended = values.find((value) => eventPattern.test(value));
  if (values.length !== 2 || ended === undefined)
    return issues.add(
      'formula',
      `"${event.name}" must be 1 if the duration ended and 0 if it was still going on; its values are ${values.slice(0, 10).join(', ')}`,
    );
  const unit = spec.outcome.unit ?? 'periods';
  const durationsOf = numbersOf(variables, time.name);
  const starts = bandsOf(
    durationsOf.map((value) => value - 1),
    [1, 2, 3, 4, 6, 8, 12, 18, 26, 39, 52, 78, 104, 156, 208, 312].filter((bound) => bound < last),
  );
  const bands = starts.map((from, k) => {
    const until = starts[k + 1] ?? last;
    const text = from + 1 === until ? `${until}` : `${from + 1} to ${until}`;
    const named = `${text} ${text === '1' ? unit.replace(/s$/, '') : unit}`;
    return { id: idOf(`within ${until}`), label: named, noun: quoted(named), until };
  });
  const over = {
    id: idOf(`over ${last}`),
    label: `More than ${last} ${unit}`,
    noun: quoted(`more than ${last} ${unit}`),
  };
  return {
    family: 'hazard',
    reason: 'Surv() describes durations, some of which had not ended',
    columns: {
      'outcome.duration': { column: time.name },
      'outcome.event': {
        column: event.name,
        map: Object.fromEntries(values.map((value) => [value, value === ended ? 1 : 0])),
      },
    },
    sources: [time.name, event.name],
    decision: {
      id: idOf(label),
      label,
      periods: last,
      duration: {
        id: idOf(`${label.slice(0, 40)} mean`),
        label: `Mean of ${inSentence(label)}, up to ${last} ${unit}`,
        unit,
        period_length: 1,
        ended: '{value}',
        staying: 'more than {value}',
      },
      curve: { id: 'not_ended', label: `${label}: not ended` },
      outcomes: [...bands, over],
      telling: { favours: 'an earlier end', less: '{number} end sooner than I do', more: '{number} take longer' },
    },
    hasConstant: true,
    ancillary: [],
    target: { measure: idOf(`${label.slice(0, 40)} mean`) },
    question: `What is the mean of ${inSentence(label)}`,
    data: { expand: { durations: {} } },
    sentences: outcomeSentences,
  };
}

const leastAmountBandShare = 0.05;

/** Bounds of bands of amounts: 1, 2 and 5 times each power of ten in the range. */
function amountBounds(values: readonly number[]): number[] {
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Infinity,
    0,
  ] as [number, number]);
  const powers = [Math.floor(Math.log10(least)), Math.floor(Math.log10(most))] as const;
  return Array.from({ length: powers[1] - powers[0] + 1 }, (_, k) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${powers[0] + k}`)),
  ).flat();
}

function amounts(
  spec: Spec,
  { name, range }: ColumnProfile,
  label: string,
  variables: Variables,
  issues: SpecIssues,
): OutcomePlan | undefined {
  if (!range || range.minimum < 0)
    return issues.add('family', `is amounts, but "${name}" has values that are not numbers of at least 0`);
  const values = numbersOf(variables, name);
  const positive = values.filter((value) => value > 0);
  const hasZero = positive.length < values.length;
  const unit = spec.outcome.unit ?? 'units';
  const starts = positive.length > 0 ? bandsOf(positive, amountBounds(positive), leastAmountBandShare) : [];
  if (starts.length < 2) return issues.add('formula', `the outcome "${name}" is nearly always the same`);
  const bands = starts.map((from, k) => {
    const next = starts[k + 1];
    const least = hasZero ? 'More than 0, but less than' : 'Less than';
    const text =
      k === 0
        ? `${least} ${next} ${unit}`
        : next === undefined
          ? `${from} ${unit} or more`
          : `${from} to less than ${next} ${unit}`;
    return { id: idOf(`from ${from}`), label: text, noun: quoted(inSentence(text)), from };
  });
  return {
    family: 'amounts',
    reason: `"${name}" has amounts${hasZero ? ', of which some are 0' : ' above 0'}; amounts above 0 have a gamma distribution`,
    columns: { outcome: { column: name } },
    sources: [name],
    decision: {
      id: idOf(label),
      label,
      log_shape: 'log_shape',
      amount: { id: idOf(label), label, unit, told: 'My amount is {value}' },
      outcomes: [...(hasZero ? [{ id: 'zero', label: '0', noun: quoted('0'), from: 0 }] : []), ...bands],
      telling: {
        favours: 'a higher amount',
        less: '{number} have a lower amount',
        more: '{number} have a higher amount than I do',
      },
    },
    equations: hasZero ? ['amount', 'zero'] : ['amount'],
    hasConstant: true,
    ancillary: [{ id: 'log_shape', label: 'Logarithm of k (shape of the gamma distribution)' }],
    target: { measure: idOf(label) },
    question: `What is the mean of ${inSentence(label)}`,
    sentences: outcomeSentences,
  };
}

function payments(
  spec: Spec,
  columns: readonly string[],
  label: string,
  variables: Variables,
  reason: string,
): OutcomePlan {
  const unit = spec.outcome.unit ?? 'units';
  const numbers = columns.flatMap((column) => numbersOf(variables, column)).filter((value) => value > 0);
  const sorted = numbers.toSorted((a, b) => a - b);
  const quantile = (probability: number) => sorted[Math.floor(probability * (sorted.length - 1))] ?? 1;
  const most = sorted.at(-1) ?? 1;
  const price = quantile(0.5);
  const prices = [...new Set([0, 0.1, 0.25, 0.5, 0.75, 0.9, 1].map((probability) => quantile(probability)))];
  const [lower, upper] = columns;
  // An exact amount is the interval of the amounts that are rounded to it.
  const half = 0.5 * smallestStep(sorted);
  const exact = lower!;
  return {
    family: 'willingness_to_pay',
    reason: `${reason}: a part of the agents has 0, and the amounts of the others are log-normal`,
    columns:
      upper === undefined
        ? {
            'outcome.lower': { column: exact, steps: [{ add: -half }, { at_least: 0 }] },
            'outcome.upper': { column: exact, steps: [{ add: half }] },
          }
        : { 'outcome.lower': { column: exact }, 'outcome.upper': { column: upper } },
    sources: [exact],
    decision: {
      id: idOf(label),
      label,
      log_sigma: 'log_sigma',
      price: 'price',
      amount: {
        id: 'amount',
        label: `${label}; more than ${most} counts as ${most}`,
        unit,
        most,
        told: 'My amount is {value}',
        beyond: 'My amount is more than {value}',
      },
      curve: { id: 'demand', label: 'At least this amount', prices: prices.length > 1 ? prices : [most / 2, most] },
      outcomes: [
        { id: 'nothing', label: 'Nothing', noun: quoted('nothing') },
        {
          id: 'less',
          label: 'More than nothing, but less than the amount asked',
          noun: quoted('less than the amount asked'),
        },
        { id: 'at_least', label: 'At least the amount asked', noun: quoted('at least the amount asked') },
      ],
      telling: {
        favours: 'a higher amount',
        less: '{number} have a lower amount',
        more: '{number} have a higher amount than I do',
      },
    },
    equations: ['amount', 'zero'],
    hasConstant: true,
    ancillary: [{ id: 'log_sigma', label: 'Logarithm of σ (spread of the log amount)' }],
    target: { curve: 'demand', step: price },
    question: `What is the mean of ${inSentence(label)}`,
    parameters: [
      {
        id: 'price',
        label: 'Amount asked',
        description: 'Amount that the outcomes compare with. It does not change the amounts of agents.',
        type: 'number',
        unit,
        default: price,
        minimum: sorted[0] ?? 0,
        maximum: most,
      },
    ],
    narrativeOfParameters: { price: { text: 'With an amount asked of {new} instead of {old}' } },
    fit: { method: 'bfgs' },
    sentences: outcomeSentences,
  };
}

function smallestStep(sorted: readonly number[]): number {
  let step = Infinity;
  for (let k = 1; k < sorted.length; k++) {
    const own = sorted[k]! - sorted[k - 1]!;
    if (own > 1e-9) step = Math.min(step, own);
  }
  return Number.isFinite(step) ? Number(step.toPrecision(6)) : 1;
}
