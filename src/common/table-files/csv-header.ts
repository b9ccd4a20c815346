// Where the header of a CSV file is. Service and dashboard use it, so that the form offers the columns that the service reads.
export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface CsvHeader {
  readonly delimiter: Delimiter;
  readonly line: number;
  /** Lines above the header that are not read, without a directive such as `sep=;`. */
  readonly ignoredLines: number;
}

/** Titles and comments above a header end within these lines and bytes. */
const maxLines = 40;
export const maxHeaderBytes = 200_000;
/** Rows below a header that must have its number of cells. */
const comparedRows = 3;

/**
 * Finds the header of a CSV file. A first line such as `sep=;`, which Excel writes, names the separator. Otherwise, it is the most
 * frequent one of comma, semicolon, tab and vertical bar in the header. Empty lines, comments with `#` and titles are above the header.
 */
export function csvHeader(start: string): CsvHeader {
  const lines = start
    .replace(/^\uFEFF/, '')
    .split('\n', maxLines)
    .map((line) => line.replace(/\r$/, ''));
  const named = /^"?sep=([,;\t|]|\\t)"?$/i.exec(lines[0]!)?.[1];
  if (named !== undefined)
    return { delimiter: named === '\\t' ? '\t' : (named as Delimiter), line: 2, ignoredLines: 0 };
  const usual = { delimiter: widest(lines[0]!), line: 1, ignoredLines: 0 };
  return isAboveHeader(lines, usual.delimiter) ? (headerBelow(lines) ?? usual) : usual;
}

/** Cells of a line. Quoted ones can contain separators. */
const cellsOf = (line: string, delimiter: Delimiter) =>
  line
    .replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(delimiter, ' '))
    .split(delimiter)
    .map((cell) => cell.trim());

function widest(line: string): Delimiter {
  const counts = delimiters.map((delimiter) => cellsOf(line, delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** Whether the first line is empty, a comment, or a title: one text above rows with several cells. */
function isAboveHeader([first, ...rows]: readonly string[], delimiter: Delimiter): boolean {
  const [start, ...others] = cellsOf(first!, delimiter);
  const isAlone = others.every((cell) => cell === '');
  // A quoted name can contain line breaks.
  if (first!.split('"').length % 2 === 0) return false;
  return (
    first!.startsWith('#') || (isAlone && (start === '' || rows.some((row) => cellsOf(row, widest(row)).length > 1)))
  );
}

/** The first line of different texts above rows with as many cells, some of which are numbers. */
function headerBelow(lines: readonly string[]): CsvHeader | undefined {
  const isNumber = (cell: string) => /^\W*\d[\d.,]*(?:[^\w.,]\W*)?$/.test(cell);
  for (const [k, text] of lines.entries()) {
    const delimiter = widest(text);
    const names = cellsOf(text, delimiter);
    const rows = lines.slice(k + 1).filter((line) => /[^\s,;|]/.test(line));
    const below = rows.slice(0, comparedRows).map((row) => cellsOf(row, delimiter));
    const isHeader =
      names.length > 1 &&
      !text.startsWith('#') &&
      names.every((name) => name !== '' && !isNumber(name)) &&
      new Set(names).size === names.length &&
      below.length > 0 &&
      below.every((cells) => cells.length === names.length) &&
      below.some((cells) => cells.some(isNumber));
    if (isHeader) return { delimiter, line: k + 1, ignoredLines: k };
  }
  return undefined;
}
