import { SharedTexts } from '../texts.js';
import { quotedNa, usualMissing } from './cells/cell-texts.js';
import { observations } from './cells/summary-rows.js';
import type { TableNote } from './cells/table-notes.js';

/** Where a problem of a file is: the row, counted from 1 without the header, and the line of the file. */
export interface Place {
  row: number;
  line: number;
}

/** Receives the names of the columns of a file, and then its rows. */
export interface RowSink {
  readonly rowCount: number;
  readonly maxRows: number;
  /** Whether more rows are useless. */
  readonly isFull: boolean;
  /** Names of the columns whose values are needed. */
  readonly usedColumns: readonly string[];
  /**
   * Checks the names of the columns. Returns whether rows can be read.
   *
   * @param rows number of rows, if the file states it
   */
  start(names: readonly string[], rows?: number): boolean;
  /** Adds a row. `valueOf` returns the value of a column by its position in the header. */
  add(valueOf: (position: number, name: string) => unknown, line: number): void;
  /** Checks the keys of a JSON object. Without this method, keys that are no column are ignored. */
  checkKeys?(keys: readonly string[], line: number): void;
  reject(message: string, place?: Place): void;
}

export interface TableLimits {
  maxRows: number;
  maxColumns: number;
  /** Rows times columns. Each cell takes at least 8 bytes of memory. */
  maxCells: number;
}

/** A problem of a file, and its line if it is in one. The message states the fix and continues "the file …" or "line 3: …". */
export class TableFileError extends Error {
  constructor(
    readonly reason: string,
    readonly line: number | undefined,
  ) {
    super(line === undefined ? `the file ${reason}` : `line ${line}: ${reason}`);
  }
}

const maxNameCharacters = 200;
/** Postgres stores no text with them. */
const unusableInText = /[\0\p{Cs}]/u;

interface Column {
  name: string;
  texts: string[];
  shared: SharedTexts;
}

/** Collects the rows of a file as texts by column. Stops at the first problem. */
export class TableBuilder implements RowSink {
  problem: TableFileError | undefined;
  readonly maxRows: number;
  private columns: Column[] = [];
  private names: ReadonlySet<string> = new Set();
  private lines: number[] = [];

  constructor(private readonly limits: TableLimits) {
    this.maxRows = limits.maxRows;
  }

  get rowCount(): number {
    return this.lines.length;
  }

  get isFull(): boolean {
    return this.problem !== undefined;
  }

  /** Maximum columns that can be added to the columns of the file. */
  get freeColumns(): number {
    const { maxColumns, maxCells } = this.limits;
    return Math.min(maxColumns, Math.floor(maxCells / this.rowCount)) - this.columns.length;
  }

  get usedColumns(): string[] {
    return this.columns.map(({ name }) => name);
  }

  start(names: readonly string[], rows = 0): boolean {
    const problem = this.problemOfNames(names, rows > 0) ?? this.problemOfSize(rows, names.length);
    if (problem !== undefined) {
      this.reject(problem);
      return false;
    }
    this.names = new Set(names);
    this.columns = names.map((name) => ({ name, texts: [], shared: new SharedTexts() }));
    return true;
  }

  /** A model of the file needs all of its columns, and a column that begins in a later row is easily overlooked. */
  checkKeys(keys: readonly string[], line: number): void {
    const unknown = keys.find((key) => !this.names.has(key));
    if (unknown === undefined) return;
    const advice = 'write all keys in the first object, with null for missing values';
    this.reject(`the object has the key ${quoted(unknown)}, which the first object lacks: ${advice}`, {
      row: line,
      line,
    });
  }

  add(valueOf: (position: number, name: string) => unknown, line: number): void {
    if (this.isFull) return;
    const problem = this.problemOfSize(this.rowCount + 1, this.columns.length);
    if (problem !== undefined) return this.reject(problem);
    this.lines.push(line);
    for (const [position, { name, texts, shared }] of this.columns.entries()) {
      const text = textOf(valueOf(position, name));
      const known = text === undefined ? undefined : shared.find(text);
      if (known !== undefined) {
        texts.push(known);
        continue;
      }
      const unusable = problemOfText(text);
      if (text === undefined || unusable !== undefined) {
        return this.reject(`the column ${quoted(name)} ${unusable}`, { row: this.rowCount, line });
      }
      texts.push(shared.add(text));
    }
  }

  reject(message: string, place?: Place): void {
    this.problem ??= new TableFileError(message, place?.line);
  }

  /** @throws TableFileError the first problem */
  end(): { columns: Map<string, string[]>; lines: Int32Array; notes: TableNote[] } {
    if (this.problem === undefined && this.rowCount === 0) this.reject('has a header but no rows: add rows');
    this.throwProblem();
    const { isObservation, notes } = observations(
      this.columns.map(({ texts }) => texts),
      this.lines,
    );
    const kept = <Item>(_: Item, row: number) => isObservation(row);
    const columns = new Map<string, string[]>();
    for (const [position, { name, texts: all }] of this.columns.entries()) {
      const texts = notes.length > 0 ? all.filter(kept) : all;
      const reason = reasonToIgnore(name, position, texts);
      if (reason !== undefined) {
        const column = name === '' ? 'has no name' : `has the name ${quoted(name)}`;
        const message = `Column ${position + 1} ${column} and ${reason}. It is not read.`;
        notes.push({ code: 'column_ignored', message });
      } else if (name === '') this.reject(namelessProblem(position));
      else columns.set(name, texts);
    }
    if (columns.size === 0) this.reject('has no columns with names: add a header with their names');
    this.throwProblem();
    return { columns, lines: Int32Array.from(this.lines.filter(kept)), notes };
  }

  private throwProblem(): void {
    if (this.problem !== undefined) throw this.problem;
  }

  /** @param isTyped whether the format has a type for each column: its writers name row numbers */
  private problemOfNames(names: readonly string[], isTyped: boolean): string | undefined {
    const { maxColumns } = this.limits;
    if (names.length === 0) return 'has no columns: add a header with their names';
    if (names.length > maxColumns)
      return `has ${count(names.length)} columns, but can have at most ${count(maxColumns)}: remove columns that no model uses`;
    if (isTyped && names.includes('')) return namelessProblem(names.indexOf(''));
    const long = names.findIndex((name) => name.length > maxNameCharacters);
    if (long >= 0)
      return `has a name with more than ${maxNameCharacters} characters for column ${long + 1}: check that line 1 is the header`;
    const unusable = names.findIndex((name) => unusableCharacter.test(name));
    if (unusable >= 0) return `has a control character in the name of column ${unusable + 1}: rename the column`;
    const duplicate = duplicateOf(names.filter((name) => name !== ''));
    return duplicate === undefined
      ? undefined
      : `has two columns with the name ${quoted(duplicate)} in line 1: rename one`;
  }

  private problemOfSize(rows: number, columns: number): string | undefined {
    const { maxRows, maxCells } = this.limits;
    if (rows > maxRows) return `has more than ${count(maxRows)} rows: send a random sample of them`;
    return rows * columns > maxCells
      ? `has more than ${count(maxCells)} values (rows times columns): remove columns that no model uses`
      : undefined;
  }
}

const namelessProblem = (position: number) =>
  `has no name for column ${position + 1}: name the column in line 1, or remove it`;

/** Names of the row numbers of pandas. */
const isRowName = (name: string, position: number) =>
  (position === 0 && /^(Unnamed: 0)?$/i.test(name)) || /^__index_level_\d+__$/.test(name);

/** Why a column is no variable; undefined if it may be one. */
function reasonToIgnore(name: string, position: number, texts: readonly string[]): string | undefined {
  if (name === '' && texts.every((text) => usualMissing.has(text.trim()))) return 'has no values';
  if (!isRowName(name, position)) return undefined;
  const areNumbers = texts.every((text) => /^\d+$/.test(text.trim())) && new Set(texts).size === texts.length;
  return areNumbers ? 'has row numbers' : undefined;
}

const count = (number: number) => number.toLocaleString('en-US');
const quoted = (name: string) => JSON.stringify(name.slice(0, maxNameCharacters));

/** Empty for a missing value; undefined for a value that is no single value. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw;
  if (raw === null || raw === undefined || Number.isNaN(raw)) return '';
  if (raw instanceof Date) return dateText(raw);
  if (typeof raw === 'number') return Number.isFinite(raw) ? String(raw) : undefined;
  return typeof raw === 'bigint' || typeof raw === 'boolean' ? String(raw) : undefined;
}

/** Midnight in UTC is a date without a time. */
function dateText(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return '';
  return date.toISOString().replace(/T00:00:00\.000Z$/, '');
}

function problemOfText(text: string | undefined): string | undefined {
  if (text === undefined) return 'has a value that is a list, an object or not finite: write one text or number';
  return text !== quotedNa && unusableInText.test(text)
    ? 'has a value with the character U+0000 or half of a character: remove it'
    : undefined;
}

/** Control characters, and halves of characters: operators of Postgres on JSON fail for text with some of them. */
export const unusableCharacter = /[\p{Cc}\p{Cs}]/u;

export function duplicateOf(names: readonly string[]): string | undefined {
  const found = new Set<string>();
  return names.find((name) => found.has(name) || !found.add(name));
}
