import type { TableNote } from '../table-note.js';
import type { DecimalMark } from './number-text.js';
import { columnNotes } from './column-notes.js';
import { countsOf, notationOf, numbersIn, readColumn } from './read-column.js';
import { severalAnswers } from './several-answers.js';

interface Cells {
  columns: Map<string, string[]>;
  lines: Int32Array;
}

/**
 * Reads the cells of a file as people write them. Numbers get the notation of programs, and their units are returned; a cell that is no
 * number in a column of numbers becomes empty. Notes state each of it. Numbers in the notation of
 * programs, and columns of texts, stay as they are.
 *
 * @param usual decimal mark of a file whose columns do not show theirs; undefined if the format of the file has numbers
 * @param freeColumns maximum columns to add
 */
export function readCells(
  file: Cells,
  usual: DecimalMark | undefined,
  freeColumns: number,
): Cells & { units: Map<string, string>; notes: TableNote[] } {
  const { columns, lines } = file;
  const read = Array.from(columns, ([name, texts]) => {
    const counts = countsOf(texts);
    const numbers = numbersIn(counts);
    return { name, texts, counts, numbers, notation: notationOf(counts, numbers) };
  });
  const marks = new Set(read.flatMap(({ notation }) => (notation.isCertain ? [notation.mark!] : [])));
  const [only] = marks;
  const known = only !== undefined && marks.size === 1 ? only : undefined;
  const units = new Map<string, string>();
  const byNotation = { decimal_commas: [] as string[], thousands_separators: [] as string[] };
  const own: TableNote[] = [];
  for (const { name, texts, counts, numbers, notation } of read) {
    // A decimal point is usual in all files, a decimal comma only in those that commas do not separate.
    const hasPoint = /\d\.\d/.test(notation.ambiguous ?? '');
    const mark = notation.mark ?? known ?? (hasPoint ? '.' : usual) ?? '.';
    const isClear = known !== undefined || (usual === undefined && hasPoint);
    const reading = readColumn(name, counts, numbers, isClear ? { ...notation, ambiguous: undefined } : notation, mark);
    if (!reading) continue;
    own.push(...columnNotes({ name, texts, lines, counts }, reading));
    if (reading.unit !== undefined) units.set(name, reading.unit);
    if (reading.notation) byNotation[reading.notation].push(name);
    for (const [row, text] of texts.entries()) texts[row] = reading.changes.get(text.trim()) ?? text;
  }
  const answers = severalAnswers(columns, freeColumns);
  return { columns: answers.columns, lines, units, notes: [...notationNotes(byNotation), ...own, ...answers.notes] };
}

const notationTexts = { decimal_commas: 'decimal commas', thousands_separators: 'separators of thousands' };

function notationNotes(byNotation: Record<keyof typeof notationTexts, readonly string[]>): TableNote[] {
  return (['decimal_commas', 'thousands_separators'] as const).flatMap((code) =>
    byNotation[code].length === 0
      ? []
      : [{ code, message: `These columns have ${notationTexts[code]}: ${byNotation[code].join(', ')}.` }],
  );
}
