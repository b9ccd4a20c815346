import type { Table } from '../../fitting/rows/table.js';
import { type Atom, atomText, curveText, type FormulaTerm, partText } from '../formula.js';
import { codeWords, countText, lackText, idOf, labelOf, nounOf, listText, suggestionFor, UniqueIds } from './names.js';
import { type ColumnProfile, isMissing, profileColumn } from './profile.js';
import { isNumberText } from '../../fitting/rows/read-cell.js';
import type { SpecIssues } from '../spec-error.js';
import type { Spec, SpecLevels } from '../spec.schema.js';

/** A category of a variable. */
export interface Level {
  readonly raw: string;
  readonly id: string;
  readonly label: string;
  readonly phrase: string;
  readonly words?: readonly string[] | undefined;
}

/** A column of the data that agents have as an attribute. */
export interface Variable {
  readonly column: string;
  readonly id: string;
  readonly label: string;
  readonly noun: string;
  readonly unit: string;
  readonly kind: 'category' | 'ordered' | 'integer' | 'number';
  /** Categories, the reference first. Empty for numbers. */
  readonly levels: readonly Level[];
  /** Whether the categories are only "no" and "yes". */
  readonly isFlag: boolean;
  /** Whether the categories are the numbers 0 and 1, which formulas use as a number. */
  readonly isNumeric: boolean;
  readonly profile: ColumnProfile;
  /** Value of missing cells; undefined if rows without a value are dropped or do not occur. */
  readonly imputed?: string | undefined;
  readonly dropsMissing: boolean;
}

interface NamedValue {
  readonly value: string;
  readonly label?: string;
  readonly phrase?: string | undefined;
  readonly words?: readonly string[] | undefined;
}

/** Name and unit that the spec gives a column indirectly, such as a variable of an alternative. */
interface Naming {
  readonly label?: string;
  readonly noun?: string;
  readonly unit?: string | undefined;
  /** Whether the column has numbers, also if few of them occur. */
  readonly isNumber?: boolean;
  /** The variable of the alternatives that has the column: its name in the spec, and its values in all alternatives. */
  readonly whole?: { readonly name: string; readonly texts: readonly string[]; readonly profile: ColumnProfile };
}

/** A spec with the columns of the table that it uses, each of which is read once, and the issues of both. */
export class Variables {
  private readonly byColumn = new Map<string, Variable>();
  private readonly profiles = new Map<string, ColumnProfile>();
  private readonly ids: UniqueIds;

  /** @param factors columns that the formula uses as `factor(x)` */
  constructor(
    readonly spec: Spec,
    private readonly table: Table,
    readonly issues: SpecIssues,
    private readonly factors: ReadonlySet<string>,
  ) {
    // A state of the run has this name.
    this.ids = new UniqueIds(['period']);
  }

  get columns(): readonly string[] {
    return [...this.table.columns.keys()];
  }

  get all(): readonly Variable[] {
    return [...this.byColumn.values()];
  }

  has(column: string): boolean {
    return this.table.columns.has(column);
  }

  /** Profile of a column. Adds an issue and returns undefined if the column does not exist. */
  profile(column: string, path: string): ColumnProfile | undefined {
    const texts = this.table.columns.get(column);
    if (!texts) {
      this.issues.add(
        path,
        `uses "${column}", which is not a column of the data${suggestionFor(column, this.columns)}`,
      );
      return undefined;
    }
    let profile = this.profiles.get(column);
    if (!profile) {
      this.profiles.set(column, (profile = profileColumn(column, texts)));
      // Maps of values are objects of JSON, and their schemas ignore this key.
      if (texts.some((text) => text.trim() === '__proto__'))
        this.issues.add(path, `"${column}" has the value "__proto__", which a spec cannot name: write another text`);
    }
    return profile;
  }

  texts(column: string): readonly string[] {
    return this.table.columns.get(column) ?? [];
  }

  /** A column of the formula. Undefined if it does not exist, such as a variable of alternatives. */
  existing(column: string): Variable | undefined {
    return this.has(column) ? this.of(column, 'formula') : undefined;
  }

  /** Reads a column as an attribute. Adds an issue and returns undefined if it cannot be one. */
  of(column: string, path: string, naming: Naming = {}): Variable | undefined {
    const known = this.byColumn.get(column);
    if (known) return known;
    const profile = this.profile(column, path);
    const variable = profile && this.read(profile, path, naming);
    if (variable) this.byColumn.set(column, variable);
    return variable;
  }

  private read(profile: ColumnProfile, path: string, naming: Naming): Variable | undefined {
    const { name: column } = profile;
    const { whole } = naming;
    const name = column in this.spec.columns || !whole ? column : whole.name;
    const own = this.spec.columns[name] ?? {};
    const label = naming.label ?? own.label ?? this.spec.parameters[column]?.label ?? labelOf(column);
    const noun = label === naming.label ? naming.noun! : nounOf(label, column);
    const isCategory = own.levels ?? (this.factors.has(name) || namesCategories(this.spec.parameters[name]?.compare));
    const ofAll = whole?.profile ?? profile;
    const kind = own.type ?? (naming.isNumber && profile.range ? 'number' : isCategory ? 'category' : kindOf(ofAll));
    if (typeof kind === 'object') return this.issues.add(path, kind.problem);
    const isNumber = kind === 'integer' || kind === 'number';
    if (isNumber && !profile.range) {
      const text = profile.examples.find(({ value }) => !isNumberText(value))?.value ?? '';
      return this.issues.add(`columns.${column}.type`, `is ${kind}, but "${column}" has texts such as "${text}"`);
    }
    const levels = isNumber ? [] : this.levels(name, whole?.texts ?? this.texts(column), noun);
    if (!isNumber && (levels.length < 2 || levels.length > maxLevels))
      return this.issues.add(
        path,
        `"${column}" has ${countText(levels.length, 'value')}; a category needs 2 to ${maxLevels}`,
      );
    const flag = isFlag(levels) && !own.levels;
    return {
      column,
      id: this.ids.of(column),
      label,
      noun,
      unit: naming.unit ?? this.spec.units[column] ?? own.unit ?? unitOf(column),
      kind,
      levels: flag ? levels.map((level, k) => ({ ...level, ...flagTexts(label, k === 1) })) : levels,
      isFlag: flag,
      isNumeric: flag && !isCategory && own.type === undefined && profile.range !== null,
      profile,
      ...this.missing(profile, kind, name),
    };
  }

  private levels(column: string, texts: readonly string[], noun: string): Level[] {
    const { levels: given, reference } = this.spec.columns[column] ?? {};
    const stated = this.spec.parameters[column];
    const raw = sortedValues(texts);
    const path = stated?.compare ? `parameters.${column}.compare` : `columns.${column}.levels`;
    const ordered = stated?.compare ?? given;
    const values: readonly NamedValue[] = ordered ? this.named(raw, ordered, path) : raw.map((value) => ({ value }));
    const first = reference === undefined ? -1 : values.findIndex(({ value }) => value === String(reference));
    if (reference !== undefined && first < 0)
      this.issues.add(
        `columns.${column}.reference`,
        `"${reference}" is not a value of "${column}": ${raw.slice(0, 20).join(', ')}`,
      );
    const inOrder = first > 0 ? [values[first]!, ...values.filter((_, k) => k !== first)] : values;
    const ids = new UniqueIds(['as_observed']);
    return inOrder.map(({ value: raw, label = raw, phrase, words = codeWords(label) }) => {
      return { raw, id: ids.of(raw), label, phrase: phrase ?? `the ${noun} “${label}”`, ...(words && { words }) };
    });
  }

  /** Values with their labels. Values that the spec does not name follow in the order of R. */
  private named(raw: readonly string[], given: SpecLevels, path: string): NamedValue[] {
    const entries: NamedValue[] = Array.isArray(given)
      ? given.map((value) => ({ value: String(value) }))
      : Object.entries(given).map(([value, text]) => ({
          value,
          ...(typeof text === 'string' ? { label: text } : text),
        }));
    const unknown = entries.filter(({ value }) => !raw.includes(value));
    // `compare: [none, "1:1"]` for a column with 0 and 1: labels of the values in ascending order.
    if (Array.isArray(given) && unknown.length === entries.length && entries.length === raw.length)
      return raw.map((value, k) => ({ value, label: entries[k]!.value }));
    for (const { value } of unknown)
      this.issues.add(
        path,
        `"${value}" does not occur in the data${suggestionFor(value, raw)}; values: ${raw.slice(0, 20).join(', ')}`,
      );
    const rest = raw.filter((value) => !entries.some((entry) => entry.value === value));
    return [...entries.filter(({ value }) => raw.includes(value)), ...rest.map((value) => ({ value }))];
  }

  private missing(profile: ColumnProfile, kind: Variable['kind'], name: string) {
    const { name: column, missing, examples, range, distinct } = profile;
    const { missing: choice } = this.spec;
    const action = typeof choice === 'object' ? (choice[column] ?? choice[name]) : choice;
    if (missing > 0 && action === undefined)
      this.issues.add(
        'missing',
        `${lackText(missing)} "${column}": add \`missing: { ${column}: drop }\` or \`missing: { ${column}: impute }\``,
      );
    const isNumber = kind === 'integer' || kind === 'number';
    const value = isNumber && range ? range.median : distinct > 0 ? examples[0]!.value : undefined;
    return {
      dropsMissing: missing > 0 && action === 'drop',
      ...(missing > 0 && action === 'impute' && { imputed: String(value) }),
    };
  }
}

/** Whether the labels of values are texts: they then are categories, although the column has numbers. */
function namesCategories(compare: SpecLevels | undefined): boolean {
  return Array.isArray(compare) && compare.some((value) => !isNumberText(String(value)));
}

/** An attribute has at most 255 categories. */
const maxLevels = 255;

/** Whole numbers of attributes have 32 bits. */
const maxInteger = 2 ** 31;

/** Whether the values are 0 and 1, no and yes, or false and true, in this order, or their first letters. */
function isFlag(levels: readonly { readonly raw: string }[]): boolean {
  return levels.length === 2 && /^(0|no|n|false|f)\/(1|yes|y|true|t)$/i.test(levels.map(({ raw }) => raw).join('/'));
}

function flagTexts(label: string, isYes: boolean): Pick<Level, 'label' | 'phrase'> {
  return isYes
    ? { label: 'Yes', phrase: `“${label}” applies to me` }
    : { label: 'No', phrase: `“${label}” does not apply to me` };
}

function kindOf({ name, type, distinct, examples, range }: ColumnProfile): Variable['kind'] | { problem: string } {
  const isShort = range !== null && Math.max(-range.minimum, range.maximum) < maxInteger;
  if (type === 'integer') return isShort ? type : 'number';
  if (type === 'number' || type === 'category') return type;
  // A category with the values 0 and 1 has the estimate of the number.
  if (type === 'binary') {
    if (!range || (range.minimum === 0 && range.maximum === 1)) return 'category';
    return Number.isInteger(range.minimum) && Number.isInteger(range.maximum) ? 'integer' : 'number';
  }
  if (type === 'id' && range) return isShort ? 'integer' : 'number';
  const reason = {
    constant: `has only the value "${examples[0]?.value}"`,
    empty: 'is empty',
    date: 'has dates, which a model cannot use: add a column with a number or a category, such as the month',
    text: `has ${countText(distinct, 'different text')}: use a column with fewer categories`,
    id: `has a different text in ${distinct.toLocaleString('en-US')} rows: use a column with fewer categories`,
  }[type];
  return { problem: `"${name}" ${reason}` };
}

/** Distinct values in the order of R: numbers by size, texts in alphabetical order. */
export function sortedValues(texts: readonly string[]): string[] {
  const values = [...new Set(texts.map((text) => text.trim()))].filter((value) => !isMissing(value));
  if (values.every(isNumberText)) return values.toSorted((a, b) => Number(a) - Number(b));
  return values.toSorted((a, b) => collator.compare(a, b));
}

// The locale of R on most machines: upper and lower case together.
const collator = new Intl.Collator('en-US', { numeric: false });

const unitPatterns: readonly (readonly [RegExp, string])[] = [
  [/(^|_)(age|years?|yrs?)(_|$)/i, 'years'],
  [/(^|_)months?(_|$)/i, 'months'],
  [/(^|_)weeks?(_|$)/i, 'weeks'],
  [/(^|_)days?(_|$)/i, 'days'],
  [/(^|_)(hours?|hrs?)(_|$)/i, 'hours'],
  [/(^|_)(min|mins|minutes)(_|$)/i, 'min'],
  [/(^|_)km(_|$)/i, 'km'],
];

/** Unit of numbers without a known unit. */
export const noUnit = 'units';

/** Unit that the name of a column states, if it does. */
export function unitOf(column: string): string {
  return unitPatterns.find(([pattern]) => pattern.test(column))?.[1] ?? noUnit;
}

/** More coefficients cannot be read, and take minutes to fit. */
const maxCoefficients = 300;

/** Checks the number of coefficients before they are listed. */
export function checkSize(terms: readonly FormulaTerm[], variables: Variables): void {
  const sizeOf = (term: FormulaTerm) =>
    term.reduce((size, { column }) => size * Math.max(1, variables.existing(column)?.levels.length ?? 1), 1);
  const [widest = []] = terms.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const total = terms.reduce((sum, term) => sum + sizeOf(term), 0);
  if (total > maxCoefficients)
    variables.issues.add(
      'formula',
      `has about ${total.toLocaleString('en-US')} coefficients, ${sizeOf(widest).toLocaleString('en-US')} of them for ${widest.map(atomText).join(':')}; a model can have ${maxCoefficients}: use columns with fewer categories`,
    );
}

/**
 * Columns of the model matrix of a term, as R codes them: a category is coded by contrasts with its reference if an earlier
 * term contains the rest of the term, otherwise by all its categories. Without a constant, the first category has all its categories.
 * Source: Chambers and Hastie, "Statistical models in S" (1992), section 2.4.1; R 4.2, `terms.formula` and `model.matrix`.
 */
export function codedColumns(
  term: FormulaTerm,
  all: readonly FormulaTerm[],
  hasConstant: boolean,
  variableOf: (column: string) => Variable | undefined,
): CodedColumn[] {
  const isCategory = ({ column, bound }: Atom) => {
    const variable = variableOf(column);
    return variable !== undefined && variable.levels.length > 0 && !variable.isNumeric && !bound;
  };
  const firstCategory = hasConstant ? undefined : all.flat().find(isCategory);
  const earlier = all.slice(0, all.indexOf(term)).map((one) => new Set(one.map(atomText)));
  const contains = (rest: FormulaTerm) =>
    rest.length === 0 || earlier.some((names) => rest.every((atom) => names.has(atomText(atom))));
  let columns: CodedColumn[] = [[]];
  for (const atom of term) {
    const variable = variableOf(atom.column);
    if (!variable || variable.levels.length === 0 || atom.bound) {
      columns = columns.map((own) => [...own, { atom, variable }]);
      continue;
    }
    const isContrast = !isCategory(atom) || (atom !== firstCategory && contains(term.filter((one) => one !== atom)));
    const levels = isContrast ? variable.levels.slice(1) : variable.levels;
    columns = columns.flatMap((own) => levels.map((level) => [...own, { atom, variable, level }]));
  }
  return columns;
}

/** A column of the model matrix: a product of numbers and categories. */
export type CodedColumn = readonly {
  readonly atom: Atom;
  /** Undefined for the state `period`. */
  readonly variable: Variable | undefined;
  readonly level?: Level;
}[];

/** Name of a coded column, as in a list of estimates. */
export function codedLabel(column: CodedColumn): string {
  const parts = column.map(({ atom, variable, level }) => {
    const label = variable?.label ?? labelOf(atom.column);
    if (level)
      return variable!.isFlag ? (level === variable!.levels[1] ? label : `${label}: no`) : `${label}: ${level.label}`;
    if (atom.part) return partText(label, atom.part);
    if (atom.curve) return curveText(label, atom.curve);
    return atomText(atom) === atom.column || atomText(atom) === `\`${atom.column}\`` ? label : atomText(atom);
  });
  return parts.join(' × ');
}

/** Identifier of a coded column. */
export function codedId(column: CodedColumn): string {
  return column
    .map(({ atom, variable, level }) => {
      const own = variable?.id ?? idOf(atom.column);
      if (level) return variable!.isFlag && level === variable!.levels[1] ? own : `${own}_${level.id}`;
      return atom.function || atom.isBoxCox || atom.scale || atom.bound || atom.part || atom.curve
        ? idOf(atomText(atom))
        : own;
    })
    .join('_x_');
}

/** Text for a list of columns in sentences: `match, ask and female`. */
export function variableList(variables: readonly Variable[]): string {
  return listText(variables.map(({ noun }) => noun));
}
