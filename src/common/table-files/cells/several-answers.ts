import { quotedNa } from './cell-texts.js';
import type { TableNote } from './table-notes.js';

type Columns = ReadonlyMap<string, string[]>;

/** A file with columns of questions with several answers, with their blank cells as 0. */
interface Answers {
  readonly columns: Map<string, string[]>;
  readonly notes: TableNote[];
}

const tickPattern = /^(1|x|✓|✔|☑|yes|true|checked|selected|ticked|ja|oui|s[ií]|sim|wahr|angekreuzt)$/i;

/**
 * Reads questions with several answers: a column for each, blank if it was not ticked, or all in one cell.
 *
 * @param freeColumns maximum columns to add. A question that needs more of them stays as it is
 */
export function severalAnswers(columns: Columns, freeColumns: number): Answers {
  const ticks = tickColumns(columns);
  const read: Answers = { columns: new Map(), notes: [] };
  let free = freeColumns;
  for (const [name, texts] of columns) {
    read.columns.set(name, ticks.has(name) ? texts.map((text) => (text.trim() === '' ? '0' : text)) : texts);
    const parts = ticks.has(name) || columns.size > maxColumns ? [] : answersIn(texts);
    const own = parts.map(({ answer }) => `${name}: ${answer}`);
    if (own.length === 0 || own.some((one) => columns.has(one) || one.length > maxNameCharacters)) continue;
    if (own.length > free) continue;
    free -= own.length;
    parts.forEach(({ rows }, k) =>
      read.columns.set(
        own[k]!,
        rows.map((isIn) => (isIn ? '1' : '0')),
      ),
    );
    const message = `"${name}" has several answers in a cell. Each of them is a column with 1 and 0: ${own.join(', ')}.`;
    read.notes.push({ code: 'several_answers', column: name, message });
  }
  if (ticks.size > 0) {
    const names = [...ticks].slice(0, maxNamed).map((name) => `"${name}"`);
    const more = ticks.size > names.length ? ` and ${ticks.size - names.length} more` : '';
    const message = `Blank cells are read as 0, not ticked, in ${names.join(', ')}${more}. If they are missing, write NA.`;
    read.notes.push({ code: 'blank_ticks', message });
  }
  return read;
}

const maxNamed = 10;
const maxNameCharacters = 200;
/** A file with more columns has its answers in columns of their own. */
const maxColumns = 200;

/** Columns with one text in some cells and nothing in the others: a tick, or an answer to the question of another such column. */
function tickColumns(columns: Columns): Set<string> {
  const found = Array.from(columns).flatMap(([name, texts]) => {
    const values = new Set(texts.map((text) => text.trim()));
    const [answer] = [...values].filter((text) => text !== '');
    return values.size === 2 && values.has('') ? [{ name, answer: answer!, stem: stemOf(name, answer!) }] : [];
  });
  const counts = new Map<string, number>();
  for (const { stem } of found) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const ticks = found.filter(
    ({ name, answer, stem }) =>
      tickPattern.test(answer) ||
      (hasLetter.test(answer) && name.includes(answer)) ||
      (stem !== '' && counts.get(stem)! > 1),
  );
  return new Set(ticks.map(({ name }) => name));
}

/** Next to blanks, numbers can be prices or ratings that are missing. */
const hasLetter = /\p{L}/u;

/** The name without its last word; empty for numbers. */
function stemOf(name: string, answer: string): string {
  const last = hasLetter.test(answer) ? [...name.matchAll(/[^\W_]+/g)].at(-2) : undefined;
  return last === undefined ? '' : name.slice(0, last.index + last[0].length);
}

const leastRows = 8;
const maxAnswers = 20;
/** Other answers are in the own words of a respondent. */
const leastShare = 0.9;

/** Answers of a column with several in a cell; none for other columns. */
function answersIn(texts: readonly string[]): { answer: string; rows: boolean[] }[] {
  const separator = [';', '|', ','].find((sign) => texts.filter((text) => text.includes(sign)).length >= leastRows);
  if (separator === undefined) return [];
  const cells = texts.map((text) =>
    (text === quotedNa ? 'NA' : text)
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  );
  const counts = new Map<string, number>();
  for (const answer of cells.flat()) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const answers = [...counts].filter(([, count]) => count >= leastRows).map(([answer]) => answer);
  const named = answers.reduce((sum, answer) => sum + counts.get(answer)!, 0);
  const isUnusual =
    answers.length < 3 ||
    answers.length > maxAnswers ||
    named < leastShare * cells.flat().length ||
    // Numbers with decimal commas, and pairs such as a city and its country.
    (separator === ',' && answers.some((answer) => /^[\d\W]+$/.test(answer))) ||
    cells.some((parts) => new Set(parts).size < parts.length) ||
    // Answers that respondents combine have more combinations than answers, unlike values such as "Yes, full-time".
    new Set(cells.map((parts) => parts.join(separator))).size <= answers.length ||
    new Set(cells.map(({ length }) => length).filter((length) => length > 0)).size < 2;
  return isUnusual ? [] : answers.map((answer) => ({ answer, rows: cells.map((parts) => parts.includes(answer)) }));
}
