import type { Table } from '../../fitting/rows/table.js';
import { correlation } from './column-roles.js';
import { type DraftData, named } from './draft-known.js';
import { positiveOf } from '../variables/event-value.js';
import type { ColumnProfile } from '../variables/profile.js';

const frequencyPattern =
  /^(n|freq(uency|uence)?|counts?|cases|n_?obs|respondents|people|anzahl|h[aä]ufigkeit|frecuencia|casos|recuento|effectifs?|fr[eé]quence|frequenza|conteggio|aantal|frequentie)$/i;
const totalPattern =
  /(^|[_. -])(n|total|trials?|choices|decisions|attempts|questions|people|respondents|visitors?|visits|impressions|sessions|sent|recipients|participants|customers|exposed|besucher|gesamt|versandt|empf[aä]nger|population|pop|einwohner|bev[oö]lkerung|poblaci[oó]n|popolazione|bevolking|visiteurs?|visites|envois|destinataires|visitantes|visitas|env[ií]os|visitatori|invii|bezoekers|verzonden|totaal|totale)($|[_. -])/i;
/** A cell of a table of counts has values of few columns. */
const maxCellValues = 20;
const leastCells = 4;

/** Whether rows are cells of a table, each with the number of its respondents in a column. */
export function frequencyColumn(
  { columns, lines }: Table,
  profiles: readonly ColumnProfile[],
  outcome: string,
): string | undefined {
  const counts = profiles.filter(
    ({ name, range, type, missing }) =>
      name !== outcome && range !== null && type !== 'number' && missing === 0 && range.minimum >= 0,
  );
  return counts.find(({ name, range }) => {
    const others = profiles.filter((column) => column.name !== name && column.type !== 'constant');
    const hasCells = others.length > 1 && others.every(({ distinct }) => distinct <= maxCellValues);
    if (!hasCells || lines.length < leastCells || range!.maximum < 2) return false;
    const texts = others.map((column) => columns.get(column.name)!);
    const keys = new Set(Array.from(lines, (_, row) => JSON.stringify(texts.map((own) => own[row]!.trim()))));
    const cells = others.reduce((product, { distinct }) => product * distinct, 1);
    return keys.size === lines.length && (frequencyPattern.test(name) || cells === lines.length);
  })?.name;
}

/** The left side of the formula for successes whose failures, or whose total, another column counts, such as `clicks` with `no_click` or of `visitors`. */
export function countedOutcome({ outcome, columns, table }: DraftData) {
  const { name } = outcome;
  const isCount = ({ range, type, missing }: ColumnProfile) =>
    range !== null && type !== 'number' && range.minimum >= 0 && range.maximum > 1 && missing === 0;
  if (!isCount(outcome)) return undefined;
  const numbers = (column: string) => table.columns.get(column)!.map(Number);
  const own = numbers(name);
  const others = columns.filter((column) => column.name !== name && isCount(column));
  const failures = others.find(
    (column) => isDenial(column.name, name) || isDenial(name, column.name) || isComplement(own, numbers(column.name)),
  );
  const isTotalOf = (column: ColumnProfile) =>
    totalPattern.test(column.name) &&
    numbers(column.name).every((sum, row) => sum >= own[row]! && sum > 0) &&
    growsWith(own, numbers(column.name));
  const total = failures ? undefined : others.find(isTotalOf);
  const other = failures ?? total;
  if (!other) return undefined;
  const counted = numbers(other.name);
  const sums = failures ? own.map((count, row) => count + counted[row]!) : counted;
  const isSum = (column: ColumnProfile) => numbers(column.name).every((sum, row) => sum === sums[row]);
  const shares = own.map((count, row) => count / sums[row]!);
  const isRate = ({ name: column, range }: ColumnProfile) =>
    range !== null &&
    column !== name &&
    Math.abs(correlation(numbers(column).map((number, row) => [number, shares[row]!]))) > leastCorrelation;
  return {
    text: `cbind(${named(name)}, ${named(other.name)}${failures ? '' : ` - ${named(name)}`})`,
    columns: new Map([
      ...columns.filter(isRate).map((column) => [column.name, `the share of ${name}`] as const),
      ...(failures ? others.filter(isSum) : []).map(
        (column) => [column.name, `the sum of ${name} and ${other.name}`] as const,
      ),
      ...others
        .filter((column) => totalPattern.test(column.name) && isMultiple(numbers(column.name), sums))
        .map((column) => [column.name, 'a multiple of the total'] as const),
      [other.name, ''],
    ]),
    comment: failures
      ? `Each row counts ${name} and ${other.name}.`
      : `Each row counts ${name} of ${other.name}. If these numbers are counts of their own, write ${name} alone.`,
  };
}

/** Whether two counts have the same sum in all rows, such as points given and kept. */
const isComplement = (counts: readonly number[], others: readonly number[]): boolean =>
  new Set(counts).size > 2 && counts.every((count, row) => count + others[row]! === counts[0]! + others[0]!);

const isMultiple = (counts: readonly number[], totals: readonly number[]): boolean =>
  counts.every((count, row) => count * totals[0]! === totals[row]! * counts[0]!);

const fewRows = 30;

/** Whether counts are higher where their totals are: a rating with a column of visits is not. Few rows do not show it. */
function growsWith(counts: readonly number[], totals: readonly number[]): boolean {
  const isEqual = new Set(totals).size < 2 || new Set(counts).size < 2;
  if (isEqual || counts.length < fewRows) return true;
  return correlation(counts.map((count, row) => [count, totals[row]!])) > 2 / Math.sqrt(counts.length);
}

/** Of shares, one of which can be rounded. */
const leastCorrelation = 0.98;

const leastStem = 4;
const pairs = [
  /^(successe?s?|erfolge?|[eé]xitos?|succ[eè]s|successi)$/i,
  /^(failures?|misserfolge?|fracasos?|[eé]checs?|insuccessi)$/i,
];

/** Whether a name denies another one, such as `no_click` and `clicks`. */
function isDenial(no: string, yes: string): boolean {
  if (pairs[0]!.test(yes) && pairs[1]!.test(no)) return true;
  const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const isPair = [yes, no].every((name) => words(name).length === 1) && positiveOf([no, yes]) === yes;
  if (isPair) return true;
  const stem = words(yes).at(-1)!.slice(0, leastStem);
  const isAlike = stem.length === leastStem && words(no).some((word) => word.includes(stem));
  return isAlike && positiveOf([words(no).join(' '), words(yes).join(' ')]) === words(yes).join(' ');
}
