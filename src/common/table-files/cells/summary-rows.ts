import { type TableNote, quoted } from './table-notes.js';
import { usualMissing } from './cell-texts.js';

const summaryPattern =
  /^(?:(?:grand|sub|sous|overall|eind)[\s-]?)?(?:totals?|totaux|sum|summe|gesamt(?:summe|ergebnis)?|ergebnis|zwischensumme|insgesamt|totale(?: complessivo| generale)?|totaal|totalt|total g[eé]n[eé]ral|total general|ensemble|somma|somme|suma|soma|razem|ogółem|итого|всего|toplam|összesen|yhteensä|celkem|合計|合计|总计|averages?|mean|mittelwert|durchschnitt|moyenne|promedio|media|gemiddelde):?$/iu;
/** Rows of totals and means at the end of a file. */
const maxSummaryRows = 5;

type Columns = readonly (readonly string[])[];

/** Rows with the texts of questions or codes, which survey tools write below the names of columns. */
const maxHeadingRows = 2;
/** Fewer cells do not show what a column has. */
const leastCells = 5;

const kinds = { heading: 'a heading', total: 'a summary of the rows', remark: 'a remark below the rows' };

/** A row without a respondent: with its text, or empty. */
interface OtherRow {
  readonly row: number;
  readonly text?: string;
  readonly kind?: keyof typeof kinds;
}

/** Rows that are observations, and notes about the others: empty rows, further headings, and rows of totals or means at the end. */
export function observations(
  columns: Columns,
  lines: readonly number[],
): { isObservation: (row: number) => boolean; notes: TableNote[] } {
  const others = otherRows(columns, lines.length);
  const removed = new Set(others.map(({ row }) => row));
  const notes = others.flatMap(({ row, text, kind }): TableNote[] =>
    text === undefined || kind === undefined
      ? []
      : [{ code: `${kind}_row`, message: `Line ${lines[row]} is ${kinds[kind]} (${quoted(text)}) and is not read.` }],
  );
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
    if (summaries++ >= maxSummaryRows) break;
    const [total, remark] = [summaryText(all, last), remarkText(all, last)];
    if (total !== undefined) found.push({ row: last, text: total, kind: 'total' });
    else if (remark !== undefined) found.push({ row: last, text: remark, kind: 'remark' });
    else break;
  }
  for (let row = 0; row < count; row++) if (isEmpty(row)) found.push({ row });
  for (let row = 0; row < Math.min(maxHeadingRows, count); row++) {
    const text = headingText(all, row);
    if (text === undefined) break;
    found.push({ row, text, kind: 'heading' });
  }
  return found.length < count ? found : [];
}

const isFilled = (text: string) => !usualMissing.has(text.trim());
/** A number, an amount or a date. */
const isMeasured = (text: string) => /^[^\p{L}\d]*\d\P{L}*$/u.test(text);

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

/** The text of a row that has nothing but a new text in the first column, such as a source. */
function remarkText([first, ...others]: Columns, row: number): string | undefined {
  const text = first?.[row]!.trim() ?? '';
  const isAlone = others.length > 1 && others.every((texts) => texts[row]!.trim() === '');
  const isNew = /^\P{L}*\p{L}.*[\s:]/su.test(text) && first!.findIndex((own) => own.trim() === text) === row;
  return isAlone && isNew && others.some((texts) => texts.slice(0, row).every(isFilled)) ? text : undefined;
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
