import type { ColumnReading, Counts } from './read-column.js';

export interface TableNote {
  code:
    | (
        | 'delimiter_detected'
        | 'encoding_detected'
        | 'nested_columns'
        | 'column_ignored'
        | 'empty_rows'
        | 'heading_row'
        | 'total_row'
        | 'remark_row'
        | 'lines_above_header'
      )
    | (
        | 'decimal_commas'
        | 'thousands_separators'
        | 'ambiguous_numbers'
        | 'unit_read'
        | 'unreadable_cells'
        | 'text_cells'
        | 'spellings_merged'
        | 'text_na'
        | 'blank_ticks'
        | 'several_answers'
      );
  /** Undefined for the whole file. */
  column?: string;
  message: string;
}

interface Column {
  readonly name: string;
  readonly texts: readonly string[];
  readonly lines: Int32Array;
  readonly counts: Counts;
}

const maxNamedCells = 10;
const maxTextCharacters = 40;

export const quoted = (text: string): string =>
  JSON.stringify(text.length > maxTextCharacters ? `${text.slice(0, maxTextCharacters)}…` : text);

export function columnNotes(
  column: Column,
  { changes, unit, ambiguous, odd, texts, spellings }: ColumnReading,
): TableNote[] {
  const { name } = column;
  const notes: TableNote[] = [];
  if (unit !== undefined) {
    const [text, number] = [...changes].find(([, value]) => value !== '') ?? [];
    const example = text === undefined ? '' : `: ${quoted(text)} is read as ${number}`;
    notes.push({ code: 'unit_read', column: name, message: `The unit of "${name}" is ${unit}${example}.` });
  }
  if (ambiguous !== undefined) {
    const number = changes.get(ambiguous) ?? ambiguous;
    const meaning = number.includes('.') ? 'a separator of thousands' : 'a decimal mark';
    notes.push({
      code: 'ambiguous_numbers',
      column: name,
      message: `Numbers of "${name}" such as ${quoted(ambiguous)} have two meanings. They are read as ${number}. If the separator is ${meaning}, write the numbers without separators of thousands and with a decimal point.`,
    });
  }
  if (odd.size > 0) {
    const { count, places } = cellsOf(column, odd);
    const cells = count === 1 ? `1 cell of "${name}" is` : `${countText(count)} cells of "${name}" are`;
    notes.push({ code: 'unreadable_cells', column: name, message: `${cells} read as missing: ${places}.` });
  }
  if (texts.size > 0) {
    const { count, places } = cellsOf(column, texts);
    const cells = count === 1 ? '1 cell is not a number' : `${countText(count)} cells are not numbers of one kind`;
    notes.push({
      code: 'text_cells',
      column: name,
      message: `"${name}" is read as texts, because ${cells}: ${places}. To use it as a number, correct or empty these cells.`,
    });
  }
  if (spellings?.size) {
    const pairs = [...spellings].slice(0, maxNamedCells).map(([text, usual]) => `${quoted(text)} as ${quoted(usual)}`);
    const message = `Other spellings in "${name}" are read as the most frequent one: ${pairs.join(', ')}.`;
    notes.push({ code: 'spellings_merged', column: name, message });
  }
  return notes;
}

const countText = (count: number) => count.toLocaleString('en-US');

/** Number of the cells with these texts, and the lines of the first ones. */
function cellsOf({ texts, lines, counts }: Column, wanted: ReadonlySet<string>): { count: number; places: string } {
  const count = [...wanted].reduce((sum, text) => sum + counts.get(text)!, 0);
  const found: string[] = [];
  for (let row = 0; row < texts.length && found.length < maxNamedCells; row++) {
    const text = texts[row]!.trim();
    if (wanted.has(text)) found.push(`${quoted(text)} in line ${lines[row]}`);
  }
  return {
    count,
    places: `${found.join(', ')}${count > found.length ? ` and ${countText(count - found.length)} more` : ''}`,
  };
}
