import { type Attribute, maxPeople, hasCategories } from '../../../model/definition.js';
import type { Issue } from '../../common/errors/app-error.js';
import { quotedNa } from '../../common/table-files/cells/cell-texts.js';
import { type Place, type RowSink, duplicateOf, unusableCharacter } from '../../common/table-files/table-builder.js';

export interface ColumnMapping {
  /** Name of the column by attribute. An attribute that is not listed uses the column with its id. */
  columns: Record<string, string>;
  /** By attribute: name in the file → id of the category. */
  values: Record<string, Record<string, string>>;
  weight?: string | undefined;
}

export const maxIssues = 20;
const maxColumns = 1_000;
/** Fewer people represent no population. */
const minPeople = 30;
const maxQuotedCharacters = 60;

interface ReadColumn {
  /** Undefined for weights. */
  attribute?: string;
  name: string;
  position: number;
  read: ReadValue;
  values: Float64Array;
}

/** Collects the rows of a file in columns, and the issues of invalid values. */
export class PeopleTable implements RowSink {
  readonly maxRows = maxPeople;
  readonly issues: Issue[] = [];
  issueCount = 0;
  rowCount = 0;
  ignoredColumns: string[] = [];
  private columns: ReadColumn[] = [];
  private weights: ReadColumn | undefined;

  constructor(
    private readonly attributes: readonly Attribute[],
    private readonly mapping: ColumnMapping,
  ) {
    const ids = attributes.map(({ id }) => id);
    for (const field of ['columns', 'values'] as const) {
      for (const id of Object.keys(mapping[field])) {
        const known = ids.join(', ') || 'none';
        if (!ids.includes(id))
          this.report(`${field}[${id}]`, `is not an attribute of this workflow. Its attributes: ${known}`);
      }
    }
  }

  get isFull(): boolean {
    return this.rowCount > maxPeople;
  }

  get usedColumns(): string[] {
    return [...this.columns, ...(this.weights ? [this.weights] : [])].map(({ name }) => name);
  }

  start(header: readonly string[]): boolean {
    if (header.length > maxColumns) {
      this.report(
        '',
        `has ${header.length} columns, but can have at most ${maxColumns}: remove the columns that no attribute uses`,
      );
      return false;
    }
    const unusable = header.findIndex((name) => unusableCharacter.test(name));
    if (unusable >= 0) {
      this.report('', `has a control character in the name of column ${unusable + 1}: rename the column`);
      return false;
    }
    const duplicate = duplicateOf(header);
    if (duplicate !== undefined) this.report('', `has two columns with the name ${quoted(duplicate)}: rename one`);
    for (const attribute of this.attributes) {
      const name = Object.hasOwn(this.mapping.columns, attribute.id) ? this.mapping.columns[attribute.id]! : undefined;
      const position = header.indexOf(name ?? attribute.id);
      if (name !== undefined && position < 0)
        this.report(`columns[${attribute.id}]`, `the file has no column ${quoted(name)}`);
      if (position < 0) continue;
      const names = Object.hasOwn(this.mapping.values, attribute.id) ? this.mapping.values[attribute.id]! : {};
      const read = readerOf(attribute, new Map(Object.entries(names)));
      this.columns.push({
        attribute: attribute.id,
        name: header[position]!,
        position,
        read,
        values: new Float64Array(maxPeople),
      });
    }
    const { weight } = this.mapping;
    if (weight !== undefined) {
      const position = header.indexOf(weight);
      if (position < 0) this.report('weight', `the file has no column ${quoted(weight)}`);
      this.weights = { name: weight, position, read: readWeight, values: new Float64Array(maxPeople) };
    }
    if (this.columns.length === 0) {
      const ids = this.attributes.map(({ id }) => id).join(', ') || 'none';
      this.report(
        '',
        `has no column of an attribute. Name columns like the attributes (${ids}), or map them with columns[…]`,
      );
    }
    const used = new Set([...this.columns.map(({ position }) => position), this.weights?.position]);
    this.ignoredColumns = header.filter((_, position) => !used.has(position)).map(shortened);
    return this.issueCount === 0;
  }

  add(valueOf: (position: number, name: string) => unknown): void {
    const row = this.rowCount++;
    if (row >= maxPeople) return;
    for (const column of this.columns) this.store(column, row, valueOf(column.position, column.name));
    if (this.weights) this.store(this.weights, row, valueOf(this.weights.position, this.weights.name));
  }

  report(path: string, message: string): void {
    this.issueCount++;
    if (this.issues.length < maxIssues) this.issues.push({ path, message });
  }

  reject(message: string, place?: Place): void {
    this.report(place === undefined ? '' : `rows.${place.row}`, message);
  }

  end(): void {
    if (this.issueCount > 0) return;
    const { rowCount } = this;
    if (rowCount > maxPeople) this.report('', `has more than ${maxPeople} rows: send a random sample of them`);
    else if (rowCount < minPeople) this.report('', `has ${rowCount} rows, but needs at least ${minPeople}`);
    const weights = this.weights?.values.subarray(0, rowCount);
    if (weights && weights.filter((weight) => weight > 0).length < minPeople)
      this.report('weight', `at least ${minPeople} rows must have a weight above 0`);
  }

  /** One column per attribute, NaN where values are missing. */
  toColumns(): { columns: Float64Array[]; weights: Float64Array | undefined } {
    const columns = this.attributes.map(({ id }) => {
      const found = this.columns.find((column) => column.attribute === id);
      return found ? found.values.slice(0, this.rowCount) : new Float64Array(this.rowCount).fill(NaN);
    });
    return { columns, weights: this.weights?.values.slice(0, this.rowCount) };
  }

  private store({ name, read, values }: ReadColumn, row: number, raw: unknown): void {
    const value = read(raw === quotedNa ? 'NA' : raw === 'NA' ? null : raw);
    if (typeof value === 'number') values[row] = value;
    else this.report(`rows.${row + 1}.${shortened(name)}`, value);
  }
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** The limit may be inside a character of two units. */
function shortened(name: string): string {
  return name.slice(0, maxQuotedCharacters).replace(/\p{Cs}$/u, '');
}

/** A value, NaN for a missing one, or the reason why it is invalid. */
export type ReadValue = (raw: unknown) => number | string;

const numberFormat = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const maxValueCharacters = 40;
const maxListedCategories = 12;

/**
 * Reads the values of an attribute: ids or labels of categories, or numbers within the fitted range.
 *
 * @param values names of the file for categories: name in the file → id of the category
 */
function readerOf(attribute: Attribute, values: ReadonlyMap<string, string>): ReadValue {
  return hasCategories(attribute) ? categoryReader(attribute.categories, values) : numberReader(attribute);
}

export const readWeight: ReadValue = (raw) => {
  const number = toNumber(raw);
  if (typeof number === 'string' || Number.isNaN(number)) return `expected a weight, received ${quotedValue(raw)}`;
  return number >= 0 ? number : `expected a weight of at least 0, received ${quotedValue(raw)}`;
};

function categoryReader(
  categories: readonly { id: string; label: string }[],
  values: ReadonlyMap<string, string>,
): ReadValue {
  const codes = new Map<string, number>();
  categories.forEach(({ label }, code) => codes.set(label.toLowerCase(), code));
  categories.forEach(({ id }, code) => codes.set(id.toLowerCase(), code));
  const listed = categories.slice(0, maxListedCategories).map(({ id }) => id);
  const known = listed.join(', ') + (categories.length > listed.length ? ' and others' : '');
  return (raw) => {
    const text = toText(raw);
    if (text === undefined) return `expected one of: ${known}; received ${quotedValue(raw)}`;
    if (text === '') return NaN;
    return (
      codes.get((values.get(text) ?? text).toLowerCase()) ?? `expected one of: ${known}; received ${quotedValue(raw)}`
    );
  };
}

function numberReader(attribute: Exclude<Attribute, { categories: unknown }>): ReadValue {
  const { values } = attribute.quantiles;
  const [low, high] = [values[0]!, values.at(-1)!];
  const isInteger = attribute.type === 'integer';
  const expected = `${isInteger ? 'an integer' : 'a number'} from ${low} to ${high} (${attribute.unit})`;
  return (raw) => {
    const number = toNumber(raw);
    if (typeof number === 'string') return `expected ${expected}, received ${quotedValue(raw)}`;
    if (Number.isNaN(number)) return NaN;
    const isValid = number >= low && number <= high && (!isInteger || Number.isInteger(number));
    // -0 and 0 are the same number.
    return isValid ? number + 0 : `expected ${expected}, received ${quotedValue(raw)}`;
  };
}

/** NaN for a missing value; a text if it is no number. */
function toNumber(raw: unknown): number | string {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : 'not finite';
  if (typeof raw === 'bigint') return Number(raw);
  const text = toText(raw);
  if (text === '') return NaN;
  return text !== undefined && numberFormat.test(text) && Number.isFinite(Number(text)) ? Number(text) : 'no number';
}

/** Empty for a missing value; undefined for a value of another type. */
function toText(raw: unknown): string | undefined {
  if (raw === null || raw === undefined) return '';
  if (typeof raw === 'string') return raw.trim();
  return typeof raw === 'number' || typeof raw === 'bigint' || typeof raw === 'boolean' ? String(raw) : undefined;
}

/** JSON escapes control characters, so that the text of a file cannot break the message. */
function quotedValue(raw: unknown): string {
  if (raw === null || raw === undefined || raw === '') return 'no value';
  if (typeof raw === 'object') return 'an object';
  const text = toText(raw) ?? 'another type';
  return JSON.stringify(text.length > maxValueCharacters ? `${text.slice(0, maxValueCharacters)}…` : text);
}
