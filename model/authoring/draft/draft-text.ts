import { isNumberText } from '../../fitting/rows/read-cell.js';
import type { Table } from '../../fitting/rows/table.js';
import { type Incomplete, named, type KnownParts } from './draft-known.js';
import type { DraftColumns } from './draft-columns.js';
import type { OutcomeDraft } from './draft-outcome.js';
import { positiveOf } from '../variables/event-value.js';
import type { MissingCodes } from './missing-codes.js';
import { countText, lackText, labelOf, listText, present } from '../variables/names.js';
import { invalidText } from '../outcomes/outcome-durations.js';
import { scalar, textScalar } from '../parse-spec.js';
import type { ColumnProfile } from '../variables/profile.js';
import { controlOf } from './column-roles.js';
import { sortedValues } from '../variables/variables.js';

/** Everything that a draft states. */
export interface DraftParts {
  readonly table: Table;
  readonly known: KnownParts;
  readonly profiles: readonly ColumnProfile[];
  readonly outcome: OutcomeDraft;
  readonly columns: DraftColumns;
  readonly incomplete: readonly Incomplete[];
  /** Random split, if the usual one leaves values out of the fitted rows. */
  readonly seed: number | undefined;
  readonly codes: MissingCodes;
}

/** The spec as YAML, with a reason for each guess. A name with a line break must not end a comment. */
export function draftText(parts: DraftParts): string {
  const { known, outcome, columns } = parts;
  const { parameters, left } = columns;
  const file = known.file.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '');
  const reasons = Array.from(left, ([name, reason]) => `${name} (${reason})`);
  const lines = [
    `data: ${textScalar(known.file)}`,
    `title: ${textScalar(known.title ?? `${labelOf(known.outcome)} in ${file}`)}`,
    'source: Own data.   # the citation of the data',
    `# ${reasons.length > 0 ? `Not in the formula: ${listText(reasons)}.` : 'All columns of the data that a model can use.'}`,
    `formula: ${scalar(formulaOf(parts))}`,
    ...outcome.lines,
    ...structureLines(parts),
    ...missingLines(parts),
    ...present(
      parameters.length > 0 &&
        'parameters:   # columns that a scenario can change; each agent keeps its own value if no baseline is named',
    ),
    ...parameters.map((name) => `  ${scalar(name)}: ${parameterText(name, parts)}`),
    ...referenceLines(parts),
    ...unitLines(parts.table, numbersOf(parts), [...outcome.columns.keys()]),
  ];
  return `${lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\n')}\n`;
}

function formulaOf({ outcome, columns: { used, codes } }: DraftParts): string {
  const terms = used.map(({ name }) => (codes.has(name) ? `factor(${named(name)})` : named(name))).join(' + ');
  const { choice, isNominal, text } = outcome;
  if (!choice && !isNominal) return `${text} ~ ${terms || '1'}`;
  return `${text} ~ ${choice?.generic.map(named).join(' + ') || '1'}${terms ? ` | ${terms}` : ''}`;
}

function structureLines({ known, columns, profiles, seed }: DraftParts): string[] {
  const { group, isRespondent, weight, weightGuess, isFrequency, split } = columns;
  const id = known.id ?? (isRespondent ? group : undefined);
  const groups = group === undefined ? 0 : profiles.find(({ name }) => name === group)!.distinct;
  const isOpen = known.weight === undefined && !isFrequency && weightGuess !== undefined;
  return present(
    id !== undefined && id !== '' && `id_column: ${textScalar(id)}   # the respondent of a row`,
    group !== undefined &&
      group !== id &&
      `group: ${textScalar(group)}   # ${countText(groups, 'group')}; no split cuts one, and standard errors allow for it`,
    weight !== undefined && weight !== '' && `weight: ${textScalar(weight)}`,
    isFrequency && 'weight_kind: frequency   # each row has the number of its respondents',
    isOpen && `# weight: ${scalar(weightGuess)}   # not used; remove the first # if it is a sampling weight`,
    split &&
      `split: { column: ${textScalar(split.column)}, train: ${scalar(split.train)}, test: ${scalar(split.test)} }   # the data name the held-out rows`,
    seed !== undefined &&
      `split: { seed: ${seed}, share: 0.3 }   # with the seeds before, rare values occur in the held-out rows only`,
  );
}

/** Rows that cannot be used: those with an impossible outcome, and those without a value. */
export function missingTexts(
  outcome: string,
  invalidLines: readonly number[] = [],
  incomplete: readonly Incomplete[],
): string[] {
  const invalid = invalidLines.length > 0 && invalidText(outcome, invalidLines);
  return present(invalid, ...incomplete.map(({ name, missing }) => `${lackText(missing)} ${name}`));
}

function missingLines({ known, incomplete, outcome, codes: { codes, reasons } }: DraftParts): string[] {
  const parts = missingTexts(known.outcome, outcome.invalidLines, incomplete);
  const values = codes.map((code) => (isNumberText(code) ? code : JSON.stringify(code)));
  const named =
    codes.length === 0 ? [] : [`missing_values: [${values.join(', ')}]   # ${reasons.slice(0, 5).join(', ')}`];
  if (parts.length === 0) return named;
  const reason = parts.slice(0, 5).join(', ');
  return [...named, `missing: ${known.missing ?? 'drop'}   # ${reason}`];
}

/** The values of a column of texts with the control group first; undefined if none of them is one. */
function controlFirst(name: string, { table, profiles }: DraftParts): string[] | undefined {
  const profile = profiles.find((column) => column.name === name);
  if (!profile || profile.range !== null || profile.distinct > 20) return undefined;
  const values = sortedValues(table.columns.get(name)!);
  const control = controlOf(values);
  return control === undefined ? undefined : [control, ...values.filter((value) => value !== control)];
}

function parameterText(name: string, parts: DraftParts): string {
  const { known, outcome } = parts;
  // The values of an attribute of alternatives are not compared with a control group.
  const isAttribute = outcome.choice?.generic.includes(name) === true;
  const values = isAttribute ? undefined : controlFirst(name, parts);
  // An experiment is compared with its control group, rather than with the tested mix.
  const isRandomized = known.randomized?.includes(name) === true;
  const baseline = values?.[0] ?? (isRandomized && !isAttribute ? firstArm(name, parts) : undefined);
  const given = known.change && Object.hasOwn(known.change, name) ? known.change[name] : undefined;
  const settings = present(
    isRandomized && 'randomized: true',
    given && `change: ${given}`,
    isAttribute && outcome.choice?.isEach && 'each: alternative',
    values && `compare: [${values.map(scalar).join(', ')}]`,
    baseline !== undefined && `baseline: ${scalar(baseline)}`,
  );
  return settings.length > 0 ? `{ ${settings.join(', ')} }` : '{}';
}

/** No, of the two values of a column of yes and no; the first one of numbered arms. */
function firstArm(name: string, { table, columns }: DraftParts): string | undefined {
  const values = sortedValues(table.columns.get(name)!);
  if (columns.codes.has(name)) return values[0];
  const positive = positiveOf(values);
  return positive === undefined ? undefined : values.find((value) => value !== positive);
}

/** Columns with a control group compare with it, also if scenarios do not change them. */
function referenceLines(parts: DraftParts): string[] {
  const { used, parameters } = parts.columns;
  const entries = used.flatMap(({ name, type }) => {
    const values = parameters.includes(name) || type !== 'category' ? undefined : controlFirst(name, parts);
    return values ? [`${scalar(name)}: { reference: ${scalar(values[0]!)} }`] : [];
  });
  return entries.length > 0 ? [`columns: { ${entries.join(', ')} }`] : [];
}

function numbersOf({ columns: { used, codes }, outcome }: DraftParts): string[] {
  const isNumber = ({ name, type }: ColumnProfile) => (type === 'integer' || type === 'number') && !codes.has(name);
  return [...used.filter(isNumber).map(({ name }) => name), ...(outcome.choice?.numbers ?? [])];
}

const maxOpen = 8;

/**
 * Lines with the units of numbers: the ones that the cells name, and a comment for the others.
 *
 * @param numbers columns, and variables of alternatives
 * @param columns columns of the variables of alternatives, such as `price_train`
 */
function unitLines({ units = new Map() }: Table, numbers: readonly string[], columns: readonly string[]): string[] {
  const unitOf = (name: string) => {
    const own = units.get(name);
    if (own !== undefined) return own;
    const found = new Set(
      columns.filter((column) => column.split(/[_.]/).includes(name)).map((column) => units.get(column)),
    );
    return found.size === 1 ? [...found][0] : undefined;
  };
  const known = numbers.flatMap((name) => {
    const unit = unitOf(name);
    return unit === undefined ? [] : [`${scalar(name)}: ${textScalar(unit)}`];
  });
  const open = numbers.filter((name) => unitOf(name) === undefined).slice(0, maxOpen);
  return present(
    known.length > 0 && `units: { ${known.join(', ')} }   # as the cells state`,
    open.length > 0 &&
      `# units: { ${open.map((name) => `${scalar(name)}: …`).join(', ')} }   # units of numbers, for texts, such as USD`,
  );
}
