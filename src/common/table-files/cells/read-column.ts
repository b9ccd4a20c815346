import {
  isErrorText,
  isFlagText,
  isMissingWord,
  isSign,
  usualMissing,
  currencies,
  type DecimalMark,
  plainNumber,
  type WrittenNumber,
  writtenNumber,
} from './cell-texts.js';

export interface ColumnReading {
  /** Other text of a cell, by the trimmed one: a number in the notation of programs, or empty. */
  readonly changes: ReadonlyMap<string, string>;
  readonly unit: string | undefined;
  readonly notation: 'decimal_commas' | 'thousands_separators' | undefined;
  /** Number that can also be read in the other notation, if all of them can. */
  readonly ambiguous: string | undefined;
  /** Texts that are read as missing, although they are not the usual ones. */
  readonly odd: ReadonlySet<string>;
  /** Texts because of which a column with mostly numbers is a column of texts. */
  readonly texts: ReadonlySet<string>;
  /** Other spellings of texts, which are read as the most frequent one: `JA` and `ja` as `Ja`. */
  readonly spellings?: ReadonlyMap<string, string>;
}

/** Distinct trimmed texts of a column that are not empty, with their number of cells. */
export type Counts = ReadonlyMap<string, number>;

interface Notation {
  readonly mark: DecimalMark | undefined;
  /** The column shows its notation. */
  readonly isCertain: boolean;
  /** A number with one separator and three digits. */
  readonly ambiguous: string | undefined;
}

/** Names of ids, whose texts are no numbers with typing errors: an empty id would join rows of different respondents. */
const idPattern =
  /(^|[_. -])(id|ids|uuid|key|nr|no|number|code|customer|client|user|person|respondent|resp|household|subject|participant|case|kunde)$/i;
/** More cells that are no numbers are not typing errors. */
const maxOddShare = 0.1;
/** A column with fewer different numbers may be a category, in which "none" is a value. */
const minNumbers = 12;

type Numbers = ReadonlyMap<string, WrittenNumber>;

export function numbersIn(counts: Counts): Numbers {
  const numbers = new Map<string, WrittenNumber>();
  for (const text of counts.keys()) {
    const number = writtenNumber(text);
    if (number) numbers.set(text, number);
  }
  return numbers;
}

/** Decides the decimal mark by all numbers of the column. */
export function notationOf(counts: Counts, numbers: Numbers): Notation {
  const sums = { point: 0, comma: 0 };
  let ambiguous: string | undefined;
  let [whole, smallest, largest] = [0, Infinity, 0];
  for (const [text, { digits }] of numbers) {
    const [point, comma] = [plainNumber(digits, '.'), plainNumber(digits, ',')];
    const count = counts.get(text)!;
    if (point !== undefined && comma === undefined) sums.point += count;
    else if (comma !== undefined && point === undefined) sums.comma += count;
    else if (point !== undefined && point !== comma) ambiguous ??= text;
    else if (point !== undefined) {
      whole++;
      smallest = Math.min(smallest, Number(point));
      largest = Math.max(largest, Number(point));
    }
  }
  const { point, comma } = sums;
  // A single comma may be a typing error.
  if (comma > point && comma > 1) return { mark: ',', isCertain: true, ambiguous: undefined };
  if (point > 0) return { mark: '.', isCertain: true, ambiguous: undefined };
  // 987 and 1.476 in one column are 987 and 1476.
  if (ambiguous !== undefined && whole > 0 && smallest >= 100 && largest < 1000)
    return { mark: /\d,\d/.test(ambiguous) ? '.' : ',', isCertain: true, ambiguous: undefined };
  return { mark: undefined, isCertain: false, ambiguous };
}

/**
 * Reads the cells of a column; undefined if they stay as they are.
 *
 * @param usual decimal mark of columns that do not show theirs
 */
export function readColumn(
  name: string,
  counts: Counts,
  numbers: Numbers,
  notation: Notation,
  usual: DecimalMark,
): ColumnReading | undefined {
  const mark = notation.mark ?? usual;
  const unit = unitOf(counts, numbers);
  const changes = new Map<string, string>();
  const plainNumbers = new Map<string, string>();
  const known = { numbers: 0, distinct: 0, odd: 0, words: 0 };
  const [odd, words] = [new Set<string>(), new Set<string>()];
  for (const [text, count] of counts) {
    const number = numbers.get(text);
    const plain = number && fits(number, unit) ? plainNumber(number.digits, mark) : undefined;
    if (plain !== undefined) {
      known.numbers += count;
      known.distinct++;
      plainNumbers.set(text, plain);
      if (mark === '.' ? !isPlain(text) : plain !== text) changes.set(text, plain);
    } else if (isErrorText(text)) odd.add(text);
    else if (isMissingWord(text)) {
      known.words += count;
      words.add(text);
    } else {
      known.odd += count;
      odd.add(text);
    }
  }
  const { odd: oddCells, numbers: numberCells, distinct } = known;
  if (oddCells > 0 && (idPattern.test(name) || /[a-z](I[dD]|N[ro]|Code)$/.test(name))) return readTexts(counts);
  const hasNames = distinct < minNumbers && known.words > maxOddShare * (known.words + numberCells);
  if (distinct === 0 || hasNames || oddCells > maxOddShare * (oddCells + numberCells) || areCodes(odd, distinct))
    return mixed(counts, numbers, new Set([...odd, ...words])) ?? readTexts(counts);
  for (const text of words) odd.add(text);
  for (const text of odd) changes.set(text, '');
  // Programs write whole numbers as 1.0 if some are missing.
  if ([...plainNumbers.values()].every((plain) => wholePattern.test(plain)))
    for (const [text, plain] of plainNumbers)
      if (plain.includes('.')) changes.set(text, plain.slice(0, plain.indexOf('.')));
  if (changes.size === 0 && notation.ambiguous === undefined) return undefined;
  return {
    changes,
    unit,
    notation: notationName([...changes.keys()], numbers, mark),
    ambiguous: notation.ambiguous,
    odd,
    texts: new Set(),
  };
}

const wholePattern = /^[+-]?\d+(\.0*)?$/;

/** A column whose numbers are most of its cells, but that has too many others. */
function mixed(counts: Counts, numbers: Numbers, others: ReadonlySet<string>): ColumnReading | undefined {
  const sum = (texts: Iterable<string>) => [...texts].reduce((total, text) => total + counts.get(text)!, 0);
  if (2 * sum(numbers.keys()) <= sum(counts.keys())) return undefined;
  const changes = new Map<string, string>();
  for (const text of others) if (isErrorText(text)) changes.set(text, '');
  const texts = new Set([...others].filter((text) => !isErrorText(text)));
  return { changes, unit: undefined, notation: undefined, ambiguous: undefined, odd: new Set(changes.keys()), texts };
}

/** Whether texts such as A12 and 12b are codes among whole numbers, as in ids. */
function areCodes(odd: ReadonlySet<string>, distinct: number): boolean {
  const isCode = (text: string) => /^[\w-]*$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
  return distinct >= minNumbers && [...odd].filter(isCode).length > 1;
}

const isPlain = (text: string) => /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text);

/** What the separators of the changed numbers are. */
function notationName(texts: readonly string[], numbers: Numbers, mark: DecimalMark): ColumnReading['notation'] {
  const digits = texts.flatMap((text) => numbers.get(text)?.digits ?? []);
  if (mark === ',' && digits.some((own) => own.includes(','))) return 'decimal_commas';
  return digits.some((own) => /\d[.,'’ ]\d{3}/.test(own) && plainNumber(own, mark) !== own)
    ? 'thousands_separators'
    : undefined;
}

/** Errors of spreadsheets in a column of texts, and rare signs such as "?". */
function readTexts(counts: Counts): ColumnReading | undefined {
  const cells = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const texts = [...counts.keys()];
  const others = texts.filter((text) => !isErrorText(text) && !isMissingWord(text));
  const isFlag = others.length === 2 && others.every(isFlagText);
  const isRare = (text: string) =>
    counts.get(text)! <= maxOddShare * cells && !others.some((one) => !/[\p{L}\d]/u.test(one));
  const signs = texts.filter(isSign);
  const odd = new Set(
    texts.filter(
      (text) =>
        isErrorText(text) ||
        (isFlag && isMissingWord(text)) ||
        (signs.length === 1 && isSign(text) && others.length > 1 && isRare(text)),
    ),
  );
  const spellings = spellingsOf(counts);
  if (odd.size === 0 && spellings.size === 0) return undefined;
  const changes = new Map([...spellings, ...Array.from(odd, (text) => [text, ''] as const)]);
  return { changes, unit: undefined, notation: undefined, ambiguous: undefined, odd, texts: new Set(), spellings };
}

/** A column of more different texts has names or answers in own words. */
const maxCategories = 50;

/** Texts that differ from a more frequent one by capital letters and spaces only. */
function spellingsOf(counts: Counts): Map<string, string> {
  const usual = new Map<string, string>();
  const key = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ');
  if (counts.size > 2 * maxCategories) return new Map();
  for (const [text] of [...counts].toSorted(([, a], [, b]) => b - a))
    if (!usual.has(key(text))) usual.set(key(text), text);
  const others = [...counts.keys()].filter((text) => usual.get(key(text)) !== text);
  return new Map(usual.size > maxCategories ? [] : others.map((text) => [text, usual.get(key(text))!]));
}

function unitOf(counts: Counts, numbers: Numbers): string | undefined {
  const cells = new Map<string | undefined, number>();
  for (const [text, { unit }] of numbers) cells.set(unit, (cells.get(unit) ?? 0) + counts.get(text)!);
  const bare = cells.get(undefined) ?? 0;
  cells.delete(undefined);
  const [first] = [...cells].toSorted(([, a], [, b]) => b - a);
  // 12% in a column of shares is another number than 0.12.
  return first && (currencies.has(first[0]) || first[1] > bare) ? first[0] : undefined;
}

/** Whether a number has the unit of its column. Numbers without one have it too, unless the unit changes their size. */
function fits({ unit: own, digits }: WrittenNumber, unit: string | undefined): boolean {
  if (own === undefined) return unit === undefined || currencies.has(unit) || Number(digits) === 0;
  return own === unit || `${own}s` === unit || own === `${unit}s`;
}

export function countsOf(texts: readonly string[]): Counts {
  const raw = new Map<string, number>();
  for (const text of texts) raw.set(text, (raw.get(text) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [text, count] of raw) {
    const value = text.trim();
    if (!usualMissing.has(value)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return counts;
}
