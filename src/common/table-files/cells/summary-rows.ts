import type { TableNote } from '../table-note.js';
import { quoted } from './column-notes.js';
import { usualMissing } from './missing-cells.js';

const summaryPattern =
  /^(?:(?:grand|sub|sous|overall|eind)[\s-]?)?(?:totals?|totaux|sum|summe|gesamt(?:summe|ergebnis)?|ergebnis|zwischensumme|insgesamt|totale(?: complessivo| generale)?|totaal|totalt|total g[eé]n[eé]ral|total general|ensemble|somma|somme|suma|soma|razem|ogółem|итого|всего|toplam|összesen|yhteensä|celkem|合計|合计|总计|averages?|mean|mittelwert|durchschnitt|moyenne|promedio|media|gemiddelde):?$/iu;
/** Rows of totals and means at the end of a file. */
const maxSummaryRows = 5;

type Columns = readonly (readonly string[])[];

/** Rows with the texts of questions or codes, which survey tools write below the names of columns. */
const maxHeadingRows = 2;
/** Fewer cells do not show what a column has. */
const leastCells = 5;

/** A row without a respondent: a heading or a row of totals with its text, or an empty row. */
interface OtherRow {
  readonly row: number;
  readonly text: string | undefined;
  readonly isHeading?: true;
}

/** Rows that are observations, and notes about the others: empty rows, further headings, and rows of totals or means at the end. */
export function observations(
  columns: Columns,
  lines: readonly number[],
): { isObservation: (row: number) => boolean; notes: TableNote[] } {
  const others = otherRows(columns, lines.length);
  const removed = new Set(others.map(({ row }) => row));
  const notes = others.flatMap(({ row, text, isHeading }): TableNote[] => {
    const code = isHeading ? 'heading_row' : 'total_row';
    const what = isHeading ? 'a heading' : 'a summary of the rows';
    return text === undefined
      ? []
      : [{ code, message: `Line ${lines[row]} is ${what} (${quoted(text)}) and is not read.` }];
  });
  const empty = others.length - notes.length;
  if (empty > 0) {
    const rows =
      empty === 1 ? '1 row has no values and is' : `${empty.toLocaleString('en-US')} rows have no values and are`;
    notes.push({ code: 'empty_rows', message: `${rows} not read.` });
  }
  return { isObservation: (row) => !removed.has(row), notes };
}

function otherRows(all: Columns, count: number): OtherRow[] {
  const isEmpty = (row: number) => all.every((texts) => texts[row]!.trim() === '');
  const found: OtherRow[] = [];
  let last = count - 1;
  for (let summaries = 0; last > 0; last--) {
    if (isEmpty(last)) continue;
    const text = summaries++ < maxSummaryRows ? summaryText(all, last) : undefined;
    if (text === undefined) break;
    found.push({ row: last, text });
  }
  for (let row = 0; row < count; row++) if (isEmpty(row)) found.push({ row, text: undefined });
  for (let row = 0; row < Math.min(maxHeadingRows, count); row++) {
    const text = headingText(all, row);
    if (text === undefined) break;
    found.push({ row, text, isHeading: true });
  }
  return found.length < count ? found : [];
}

const isFilled = (text: string) => !usualMissing.has(text.trim());
/** A number, an amount or a date. */
const isMeasured = (text: string) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);

/**
 * The text of a row that is a heading: it has texts only, none of which is a value of its column, and one of them is above numbers or dates, or
 * the cells are empty whose columns are filled otherwise. Undefined if the row may be an observation.
 */
function headingText(columns: Columns, row: number): string | undefined {
  const cells = columns.map((texts) => ({ own: texts[row]!.trim(), below: texts.slice(maxHeadingRows) }));
  const [filled, empty] = [cells.filter(({ own }) => isFilled(own)), cells.filter(({ own }) => own === '')];
  const isText = filled.every(({ own, below }) => !isMeasured(own) && below.every((text) => text.trim() !== own));
  if (filled.length === 0 || filled.length + empty.length < cells.length || !isText) return undefined;
  const isAbove = filled.some(({ below }) => {
    const known = below.filter(isFilled);
    return known.length >= leastCells && known.every(isMeasured);
  });
  const isLeft =
    2 * empty.length >= cells.length && empty.some(({ below }) => below.length >= leastCells && below.every(isFilled));
  return isAbove || isLeft ? filled[0]!.own : undefined;
}

/** The text that marks a row of totals; undefined if the row may be an observation. */
function summaryText(columns: Columns, row: number): string | undefined {
  const label = columns.find((texts) => summaryPattern.test(texts[row]!.trim()));
  if (!label || label.indexOf(label[row]!) < row) return undefined;
  const others = columns.filter((texts) => texts !== label);
  const isNumeric = label.slice(0, row).every((text) => usualMissing.has(text.trim()) || /\d/.test(text));
  const isSummary =
    isNumeric || others.some((texts) => texts[row]!.trim() === '') || others.some((texts) => summarizes(texts, row));
  return isSummary ? label[row]!.trim() : undefined;
}

/** Whether a cell is the sum or the mean of the cells above it. */
function summarizes(texts: readonly string[], row: number): boolean {
  const number = (text: string) => Number(text.replaceAll(/[^\d.-]/g, '') || Number.NaN);
  const above = texts.slice(0, row).map(number).filter(Number.isFinite);
  const own = number(texts[row]!);
  const sum = above.reduce((total, value) => total + value, 0);
  const isNear = (value: number) => Math.abs(own - value) <= 0.005 * Math.abs(value);
  return above.length > 1 && own !== 0 && (isNear(sum) || isNear(sum / above.length));
}
