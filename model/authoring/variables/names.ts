import { closest, distance } from 'fastest-levenshtein';

/** Identifiers have at most 64 characters. Some get a suffix. */
const maxIdCharacters = 56;

/** Identifier of a text in lower snake_case: `red_state` for "Red State", `1_1` for "1:1", `minus_1` for "-1", `grosse` for "Größe". */
export function idOf(text: string): string {
  const plain = text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/^-(?=[\d.])/, 'minus ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, maxIdCharacters)
    .replace(/^_+|(?<!_)_+$/g, '');
  if (plain === '') return 'value';
  return plain in Object.prototype ? `${plain}_1` : plain;
}

/** Makes identifiers that differ. */
export class UniqueIds {
  private readonly used: Set<string>;

  constructor(reserved: Iterable<string> = []) {
    this.used = new Set(reserved);
  }

  of(text: string): string {
    const id = idOf(text);
    let own = id;
    for (let k = 2; this.used.has(own); k++) own = `${id}_${k}`;
    this.used.add(own);
    return own;
  }
}

/** Slug of a text, as in URLs. */
export function slugOf(text: string): string {
  return idOf(text).replaceAll('_', '-');
}

/** Display name of a column: "Red state" for `red_state`, "Job type" for `jobType`. Other capital letters stay as written: "Körpergröße (cm)". */
export function labelOf(column: string): string {
  const words = nameOf(column);
  return words === '' ? 'Column' : words[0]!.toUpperCase() + words.slice(1);
}

/** A column within a sentence: `red state`, `job type`, `Körpergröße`. */
function nameOf(column: string): string {
  const text = column.trim();
  const isCamelCase = /^\p{Ll}/u.test(text);
  return text
    .replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${isCamelCase ? letter.toLowerCase() : letter}`)
    .replace(/[_.\s]+/g, ' ')
    .trim();
}

/** The label of a column within a sentence. A label that follows from the name of the column keeps its capital letters. */
export function nounOf(label: string, column: string): string {
  return label === labelOf(column) ? nameOf(column) : inSentence(label);
}

/** Words of a code with several, such as `two year` for `TwoYear` and `two_year`, as questions write them. Undefined for other texts. */
export function codeWords(code: string): readonly string[] | undefined {
  const words = code
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return /^[\p{L}\p{N}_]+$/u.test(code) && /^\p{L}+( \p{L}+)+$/u.test(words) ? [words] : undefined;
}

/** The label within a sentence: no capital letter, unless it is an abbreviation. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
}

/** ` did you mean "job_type"?` for a name that is close to a known one. */
export function suggestionFor(name: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const simple = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const same = known.find((one) => simple(one) === simple(name));
  const nearest = same ?? closest(name, known);
  return same !== undefined || distance(name, nearest) <= Math.ceil(name.length / 4)
    ? `; did you mean "${nearest}"?`
    : '';
}

/** A text as the start of a sentence. A placeholder stays. */
export const capitalized = (text: string): string => (text[0] === '{' ? text : text[0]!.toUpperCase() + text.slice(1));

/** The items that apply: `present(isWide && 'wide')`. */
export function present<Item>(...items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined);
}

/** `a, b and c` */
export function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** "1 row lacks" or "20 rows lack" */
export const lackText = (rows: number): string => `${countText(rows, 'row')} ${rows === 1 ? 'lacks' : 'lack'}`;

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
