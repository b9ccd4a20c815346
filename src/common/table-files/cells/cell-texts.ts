/** Digits as people write them, with the unit next to them. */
export interface WrittenNumber {
  /** Digits with separators, and a sign. */
  readonly digits: string;
  readonly unit: string | undefined;
}

export type DecimalMark = '.' | ',';

/** Currencies by symbol. A symbol of several currencies means the most frequent one. */
const symbols: Readonly<Record<string, string>> = {
  ...{
    $: 'USD',
    US$: 'USD',
    A$: 'AUD',
    AU$: 'AUD',
    C$: 'CAD',
    CA$: 'CAD',
    NZ$: 'NZD',
    HK$: 'HKD',
    S$: 'SGD',
    R$: 'BRL',
  },
  ...{ '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW', '₽': 'RUB', '₺': 'TRY', '₪': 'ILS', '฿': 'THB' },
  ...{ '₫': 'VND', '₱': 'PHP', '₦': 'NGN', '₴': 'UAH', zł: 'PLN', Kč: 'CZK', kr: 'kr', 'kr.': 'kr', 'Fr.': 'CHF' },
  ...{ 'Rs.': 'INR', '%': '%', '‰': '‰', Euro: 'EUR', euro: 'EUR', euros: 'EUR' },
};
const codes =
  'AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR';

/** Units that numbers without a unit have too: 12 next to $15 is $12, but 12 next to 15% or 15 min has another size. */
export const currencies: ReadonlySet<string | undefined> = new Set(
  [...Object.values(symbols), ...codes.split('|')].filter((unit) => !/[%‰]/.test(unit)),
);

const escaped = (text: string) => text.replace(/[.$]/g, String.raw`\$&`);
const unit = `(${[
  ...Object.keys(symbols)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped),
  codes,
].join('|')})`;
/** A word that measures, such as "min" and "kg", but not the letter of a code such as 5G or 12b. */
const measured = /^([+-]?(?:\d[\d.,'’ ]*|[.,]\d+)) ?((?<= )[A-Za-z]|[°µ]?[a-z]{2,12}|[A-Z]{2,3}|k[A-Z][a-z]?)[.²³]?$/;
const written = new RegExp(
  // The digits can end with spaces.
  String.raw`^([+-]?)\s*(?:${unit}\s*)?([+-]?)(\d[\d.,'’ ]*|[.,]\d+ *)(?:(e[+-]?\d+) *)?(?:[^\S ]\s*)?${unit}?$`,
);

/** Longer texts are not numbers. */
const maxCharacters = 40;

/** Splits a text into digits and unit; undefined if it is no number in any notation. */
export function writtenNumber(text: string): WrittenNumber | undefined {
  if (text.length > maxCharacters || !/\d/.test(text)) return undefined;
  // Most numbers have this notation.
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return { digits: text, unit: undefined };
  const plain = text
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll('\u2212', '-')
    .replace(/^'(?=[\d+-])/, '')
    // The price 5,- has no cents.
    .replace(/[.,][-–—](?=\D*$)/, '');
  const inside = /^\((.*)\)$/.exec(plain)?.[1]?.trim();
  const found = written.exec((inside ?? plain).trim().replace(/E(?=[+-]?\d+$)/, 'e'));
  if (!found) return measuredNumber(plain);
  const [, sign = '', before, innerSign = '', digits = '', power = '', after] = found;
  if ((before && after) || (sign && innerSign) || (inside !== undefined && (sign || innerSign))) return undefined;
  const name = before ?? after;
  const isNegative = inside !== undefined || sign === '-' || innerSign === '-';
  return {
    digits: `${isNegative ? '-' : ''}${digits.trim()}${power}`,
    unit: name === undefined ? undefined : (symbols[name] ?? name),
  };
}

function measuredNumber(text: string): WrittenNumber | undefined {
  const [, digits, word] = measured.exec(text) ?? [];
  // 1st, 2nd and 3rd are names.
  if (word === undefined || /^(st|nd|rd|th|er|e|ème)$/.test(word)) return undefined;
  return { digits: digits!.trim(), unit: word };
}

const patterns: Record<DecimalMark, RegExp> = {
  '.': /^-?(?:\d+(?:\.\d*)?|\.\d+|[1-9]\d{0,2}([,'’ ])\d{3}(?:\1\d{3})*(?:\.\d*)?|[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?)(?:e[+-]?\d+)?$/,
  ',': /^-?(?:\d+(?:,\d*)?|,\d+|[1-9]\d{0,2}([.'’ ])\d{3}(?:\1\d{3})*(?:,\d*)?)(?:e[+-]?\d+)?$/,
};

/** Number in the notation of programs; undefined if the digits are no number with this decimal mark. */
export function plainNumber(digits: string, mark: DecimalMark): string | undefined {
  if (!patterns[mark].test(digits)) return undefined;
  const groups = mark === '.' ? /[,'’ ]/g : /[.'’ ]/g;
  return digits.replaceAll(groups, '').replace(',', '.');
}

/** Longer cells are texts in the words of a person: no rule for numbers, errors, missing cells and headings reads them. */
export const maxRuleCharacters = 200;

/** A quoted "NA" of a CSV file. It is text, such as the code of Namibia: R quotes texts and no missing value. No file has this text. */
export const quotedNa = '\0NA';

/** Texts that mean an empty cell in each column. The cells of a column are known before it is decided what a quoted "NA" is. */
export const usualMissing: ReadonlySet<string> = new Set([
  quotedNa,
  '',
  'NA',
  'N/A',
  'NaN',
  'nan',
  'null',
  'NULL',
  '.',
]);

/** Errors of spreadsheets, and empty cells of pandas and databases. No category has such a name. */
const errorPattern = /^(#(N\/A|NA|NV|N\/D)|#[^\s\d]{2}.*[!?]|<NA>|NaT|-nan|\\N|\(null\)|\[null\])$/i;

export const isErrorText = (text: string): boolean => text.length <= maxRuleCharacters && errorPattern.test(text);

/** Texts without letters and digits that often mean an empty cell, but can be a value. */
const signPattern = /^(-{1,3}|[–—]|\?{1,3}|\*{1,3}|\.{2,3}|…|\/)$/;

export const isSign = (text: string): boolean => signPattern.test(text);

/** Words that mean an empty cell in a column of numbers. */
const wordPattern =
  /^(none|nil|void|n\.?\s?\/?a\.?|k\.?\s?a\.?|n\.?\s?d\.?|n\.?\s?v\.?|s\/d|missing|empty|blank|unknown|undefined|not (available|applicable|known|stated)|refused|no answer|(i )?don[’']?t know|dk|keine angaben?|unbekannt|fehlt|inconnu|desconocido|sconosciuto|onbekend|brak|ukjent|okänd)$/i;

export const isMissingWord = (text: string): boolean =>
  isSign(text) || (text.length <= maxRuleCharacters && wordPattern.test(text));

/** Values of a column of yes and no, in which all of these texts mean an empty cell. */
const flagPattern = /^(true|false|t|f|yes|no|y|n)$/i;

export const isFlagText = (text: string): boolean => flagPattern.test(text);
