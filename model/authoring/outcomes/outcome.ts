import { inTemplate } from '../../equations/sentence.js';
import { isNameless, positiveOf } from '../variables/event-value.js';
import type { Formula } from '../formula.js';
import { countText, idOf, labelOf, nounOf, suggestionFor, UniqueIds } from '../variables/names.js';
import { amounts, payments } from './outcome-amounts.js';
import { durations } from './outcome-durations.js';
import { ratingScale } from '../draft/outcome-kind.js';
import {
  bandsOf,
  eventPattern,
  numbersOf,
  type OutcomePlan,
  outcomeSentences,
  quoted,
  type SpecFamily,
} from './outcome-plan.js';
import { fewRows } from '../variables/cells.js';
import type { ColumnProfile } from '../variables/profile.js';
import type { Spec } from '../spec.schema.js';
import { sortedValues, type Variables } from '../variables/variables.js';

const shareWithManyZeros = 0.1;
const maxClasses = 20;
/** Chooses the family of a formula by its outcome. Undefined if an issue was added. */
export function planOutcome(formula: Formula, variables: Variables): OutcomePlan | undefined {
  const { spec, issues } = variables;
  const { outcome } = formula;
  const profiles = outcome.columns.map((column) => variables.profile(column, 'formula'));
  if (profiles.includes(undefined)) return undefined;
  const [first, second] = profiles as ColumnProfile[];
  const label = spec.outcome.label ?? labelOf(first!.name);
  const { link } = spec.outcome;
  const reject = () =>
    issues.add(
      'outcome.link',
      `is ${link}, but only an outcome with two values, with counts of successes or with an order can have another link than the logit`,
    );
  if (outcome.function === 'cbind') return countedBinary(spec, formula);
  if (outcome.function !== undefined && hasOtherLink(spec)) return reject();
  if (outcome.function === 'Surv') return durations(first!, second!, label, variables);
  if (outcome.function === 'interval')
    return payments([first!.name, second!.name], label, variables, 'the outcome is an interval');
  const family = spec.family ?? familyOf(first!, variables);
  if (family && hasOtherLink(spec) && family !== 'binary_logit' && family !== 'ordered_logit') return reject();
  switch (family) {
    case 'binary_logit':
      return binary(first!, variables);
    case 'ordered_logit':
      return ordered(first!, label, variables);
    case 'counts':
      return counts(first!, label, variables);
    case 'willingness_to_pay':
      return payments([first!.name], label, variables, `${zeroPercent(variables, first!.name)} of the amounts are 0`);
    case 'amounts':
      return amounts(first!, label, variables);
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

function familyOf(profile: ColumnProfile, variables: Variables): SpecFamily | undefined {
  const { spec, issues } = variables;
  const { outcome } = spec;
  const { name, type, distinct, range } = profile;
  if (outcome.order) return 'ordered_logit';
  if (distinct === 2 || outcome.event !== undefined) return 'binary_logit';
  if (distinct < 2)
    return issues.add('formula', `the outcome "${name}" has ${countText(distinct, 'value')}; a model needs at least 2`);
  if (ratingScale(profile)?.isLikely) return 'ordered_logit';
  const isWhole = type === 'integer' || type === 'id';
  if (range && range.minimum >= 0 && isWhole && range.median < leastMedianOfAmounts) return 'counts';
  if (range && range.minimum >= 0 && zeroShare(variables, name) >= shareWithManyZeros) return 'willingness_to_pay';
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

function zeroShare(variables: Variables, column: string): number {
  const values = numbersOf(variables, column);
  return values.filter((value) => value === 0).length / Math.max(1, values.length);
}

function zeroPercent(variables: Variables, column: string): string {
  return `${Number((100 * zeroShare(variables, column)).toPrecision(2))}%`;
}

function binary(profile: ColumnProfile, variables: Variables): OutcomePlan | undefined {
  const { spec, issues } = variables;
  const { outcome } = spec;
  const values = sortedValues(variables.texts(profile.name));
  const usual = values.find((value) => eventPattern.test(value)) ?? positiveOf(values);
  const wanted = outcome.event === undefined ? usual : String(outcome.event);
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
  const named = isNameless(event, values) ? profile.name : event;
  const label = outcome.label ?? labelOf(named);
  const other =
    outcome.other ?? (others.length === 1 && named === event ? labelOf(others[0]!) : `Not ${nounOf(label, named)}`);
  const plan = planOfTwo(spec, { id: idOf(profile.name), label: labelOf(profile.name) }, label, other);
  const [otherId, eventId] = plan.decision.outcomes.map(({ id }) => id);
  return {
    ...plan,
    reason:
      others.length === 1 ? `"${profile.name}" has 2 values` : `\`outcome.event\` makes "${profile.name}" a yes or no`,
    columns: {
      outcome: {
        column: profile.name,
        map: Object.fromEntries(values.map((value) => [value, value === event ? eventId! : otherId!])),
      },
    },
    sources: [profile.name],
  };
}

/** The parts of a plan that follow from the labels of two outcomes. */
function planOfTwo(spec: Spec, named: { readonly id: string; readonly label: string }, label: string, other: string) {
  const ids = new UniqueIds();
  const outcomes = [other, label].map((text) => ({ id: ids.of(text), label: text, noun: quoted(text) }));
  return {
    family: 'binary_logit' as const,
    decision: { ...named, outcomes, ...linkIn(spec) },
    hasConstant: true,
    ancillary: [],
    target: { outcome: outcomes[1]!.id },
    question: `What share has the outcome ${quoted(label)}`,
    sentences: outcomeSentences,
  };
}

const hasOtherLink = ({ outcome: { link = 'logit' } }: Spec) => link !== 'logit';

const linkIn = (spec: Spec) => (hasOtherLink(spec) ? { link: spec.outcome.link } : {});

function countedBinary(spec: Spec, { outcome: { columns, isTotal } }: Formula): OutcomePlan {
  const [successes, second] = columns as [string, string];
  const label = spec.outcome.label ?? labelOf(successes);
  const other = spec.outcome.other ?? (isTotal ? `Not ${label}` : labelOf(second));
  return {
    ...planOfTwo(spec, { id: idOf(label), label }, label, other),
    reason: 'cbind() counts successes and failures',
    columns: {
      'outcome.successes': { column: successes },
      'outcome.trials': isTotal ? { column: second } : { sum: [{ column: successes }, { column: second }] },
    },
    sources: [successes, second],
    fit: { population_people: 'rows' },
  };
}

function ordered({ name }: ColumnProfile, label: string, variables: Variables): OutcomePlan | undefined {
  const { spec, issues } = variables;
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
    reason:
      outcome.order || spec.family
        ? `the ${order.length} values of "${name}" have an order`
        : `the whole numbers of "${name}" from ${order[0]} to ${order.at(-1)} are a scale (if they are counts, write \`family: counts\`)`,
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

/** From this median on, whole numbers are amounts: each number is rare. */
const leastMedianOfAmounts = 1_000;

/** 1, 2, 3, 5, 10 … up to the largest count. */
const countBounds = (most: number) =>
  [
    3,
    ...Array.from({ length: Math.ceil(Math.log10(most + 1)) }, (_, power) =>
      [1, 2, 5].map((digit) => digit * 10 ** power),
    ).flat(),
  ].sort((a, b) => a - b);

function counts({ name, range }: ColumnProfile, label: string, variables: Variables): OutcomePlan | undefined {
  const { spec, issues } = variables;
  if (!range || range.minimum < 0)
    return issues.add('family', `is counts, but "${name}" has values that are not whole numbers of at least 0`);
  const values = numbersOf(variables, name);
  const decimal = values.find((value) => !Number.isInteger(value));
  if (decimal !== undefined)
    return issues.add('family', `is counts, but "${name}" has ${decimal}: counts are whole numbers of at least 0`);
  const { distribution } = spec.outcome;
  const isDispersed = distribution === 'negative_binomial';
  const unit = spec.outcome.unit ?? nounOf(label, name);
  const starts = bandsOf(values, countBounds(range.maximum));
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
        words: { none: `0 ${unit}`, one: `1 ${unit.replace(/s$/, '')}`, more: `{count} ${inTemplate(unit)}` },
      },
      outcomes,
      telling: { favours: `more ${unit}`, less: '{number} have less than I do', more: '{number} have more than I do' },
    },
    hasConstant: true,
    ancillary: isDispersed ? [{ id: 'log_theta', label: 'Logarithm of θ (dispersion)' }] : [],
    target: { measure: idOf(label) },
    question: `What is the mean of ${nounOf(label, name)}`,
    // The counts of a few rows have the information, not the number of rows with a value.
    ...(values.length < fewRows && { fit: { least_rows: 1 } }),
    sentences: outcomeSentences,
  };
}
