import { isNumberText } from '../../fitting/rows/read-cell.js';
import { rowsWhere, type Table } from '../../fitting/rows/table.js';
import type { Formula } from '../formula.js';
import { countText, idOf, nounOf } from '../variables/names.js';
import { positiveOf } from '../variables/event-value.js';
import { bandsOf, eventPattern, numbersOf, type OutcomePlan, outcomeSentences, quoted } from './outcome-plan.js';
import type { ColumnProfile } from '../variables/profile.js';
import type { SpecIssues } from '../spec-error.js';
import type { Spec } from '../spec.schema.js';
import { noUnit, sortedValues, unitOf, type Variables } from '../variables/variables.js';

export const maxPeriods = 400;

/** More rows show that the column is not a duration. */
const maxInvalidShare = 0.05;

/**
 * The table without the rows whose duration is not positive, and with durations in whole periods. If the spec states what happens to rows without a value, they are dropped;
 * otherwise they are an issue that names their lines.
 */
export function withPositiveDurations(
  { missing, outcome: { period } }: Spec,
  { outcome }: Formula,
  table: Table,
  issues: SpecIssues,
): { table: Table; notes: string[] } {
  const [time] = outcome.columns;
  const texts = outcome.function === 'Surv' ? (table.columns.get(time!) ?? []) : [];
  const isInvalid = (row: number) => isInvalidDuration(texts[row]!, period);
  const lines = texts.flatMap((_, row) => (isInvalid(row) ? [table.lines[row]!] : []));
  if (lines.length === 0 || lines.length > maxInvalidShare * texts.length)
    return { table: inPeriods(table, time!, period), notes: [] };
  const listed = invalidText(time!, lines);
  if ((typeof missing === 'object' ? missing[time!] : missing) === undefined) {
    issues.add('missing', `${listed}: correct it, or drop these rows with \`missing: { ${time}: drop }\``);
    return { table, notes: [] };
  }
  return {
    table: inPeriods(
      rowsWhere(table, (row) => !isInvalid(row)),
      time!,
      period,
    ),
    notes: [`${countText(lines.length, 'row')} dropped: ${listed}.`],
  };
}

/** Whether a duration is impossible: 0 or less, or less than the first whole period. */
export const isInvalidDuration = (text: string, period: number | undefined): boolean =>
  text.trim() !== '' && (period === undefined ? Number(text) < 1 : Number(text) <= 0);

function inPeriods(table: Table, time: string, period: number | undefined): Table {
  if (period === undefined) return table;
  // 0.3 / 0.1 is slightly more than 3.
  const periods = (text: string) => String(Math.ceil(Number((Number(text) / period).toPrecision(12))));
  const texts = table.columns.get(time)!.map((text) => (isNumberText(text.trim()) ? periods(text) : text));
  return { ...table, columns: new Map([...table.columns, [time, texts]]) };
}

/** The lines whose duration is not positive. */
export function invalidText(outcome: string, lines: readonly number[]): string {
  const listed = lines.slice(0, 5).join(', ');
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  return `no positive ${outcome} in line${lines.length > 1 ? 's' : ''} ${listed}${more}`;
}

/** Durations in whole periods. */
export function durations(
  time: ColumnProfile,
  event: ColumnProfile,
  label: string,
  variables: Variables,
): OutcomePlan | undefined {
  const { spec, issues } = variables;
  const last = time.range?.maximum ?? 0;
  if (
    !time.range ||
    time.range.minimum < 1 ||
    (time.type !== 'integer' && time.type !== 'id' && time.type !== 'binary') ||
    last > maxPeriods
  )
    return issues.add(
      'formula',
      `the durations in "${time.name}" must be whole numbers of periods from 1 to ${maxPeriods}; they are ${time.range ? `from ${time.range.minimum} to ${time.range.maximum}. Name a longer period in their unit: \`outcome: { period: … }\`` : 'texts'}`,
    );
  const values = sortedValues(variables.texts(event.name));
  const wanted = spec.outcome.event;
  const usual = values.find((value) => eventPattern.test(value)) ?? positiveOf(values);
  const ended = wanted === undefined ? usual : values.find((value) => value === String(wanted));
  if (values.length !== 2 || ended === undefined)
    return issues.add(
      'formula',
      `"${event.name}" must be 1 if the duration ended and 0 if it was still going on; its values are ${values.slice(0, 10).join(', ')}. Name the value of an ended duration: \`outcome: { event: … }\``,
    );
  const stated = spec.units[time.name] ?? unitOf(time.name);
  const { unit = stated === noUnit ? 'periods' : stated, period: length = 1 } = spec.outcome;
  const durationsOf = numbersOf(variables, time.name);
  const starts = bandsOf(
    durationsOf.map((value) => value - 1),
    [1, 2, 3, 4, 6, 8, 12, 18, 26, 39, 52, 78, 104, 156, 208, 312].filter((bound) => bound < last),
  );
  const bands = starts.map((from, k) => {
    const until = starts[k + 1] ?? last;
    const [least, most] = [spec.outcome.period ? from : from + 1, until].map((count) => rounded(count * length));
    const text = least === most ? `${most}` : `${least} to ${most}`;
    const named = `${text} ${text === '1' ? unit.replace(/s$/, '') : unit}`;
    return { id: idOf(`within ${until}`), label: named, noun: quoted(named), until };
  });
  const end = rounded(last * length);
  const over = {
    id: idOf(`over ${last}`),
    label: `More than ${end} ${unit}`,
    noun: quoted(`more than ${end} ${unit}`),
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
        label: `Mean of ${nounOf(label, time.name)}, up to ${end} ${unit}`,
        unit,
        period_length: length,
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
    question: `What is the mean of ${nounOf(label, time.name)}`,
    data: { expand: { durations: {} } },
    sentences: outcomeSentences,
  };
}

const rounded = (value: number): number => Number(value.toPrecision(6));
