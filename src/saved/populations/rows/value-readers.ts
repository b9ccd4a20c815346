import { type Attribute, hasCategories } from '../../../../model/definition.js';

/** A value, NaN for a missing one, or the reason why it is invalid. */
export type ReadValue = (raw: unknown) => number | string;

const numberFormat = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const maxQuotedCharacters = 40;
const maxListedCategories = 12;

/**
 * Reads the values of an attribute: ids or labels of categories, or numbers within the fitted range.
 *
 * @param values names of the file for categories: name in the file → id of the category
 */
export function readerOf(attribute: Attribute, values: ReadonlyMap<string, string>): ReadValue {
  return hasCategories(attribute) ? categoryReader(attribute.categories, values) : numberReader(attribute);
}

/** Weights: numbers of at least 0. */
export const readWeight: ReadValue = (raw) => {
  const number = toNumber(raw);
  if (typeof number === 'string' || Number.isNaN(number)) return `expected a weight, received ${quoted(raw)}`;
  return number >= 0 ? number : `expected a weight of at least 0, received ${quoted(raw)}`;
};

function categoryReader(
  categories: readonly { id: string; label: string }[],
  values: ReadonlyMap<string, string>,
): ReadValue {
  const codes = new Map<string, number>();
  categories.forEach(({ label }, code) => codes.set(label.toLowerCase(), code));
  categories.forEach(({ id }, code) => codes.set(id.toLowerCase(), code));
  const listed = categories.slice(0, maxListedCategories).map(({ id }) => id);
  const known = listed.join(', ') + (categories.length > listed.length ? ' and others' : '');
  return (raw) => {
    const text = toText(raw);
    if (text === undefined) return `expected one of: ${known}; received ${quoted(raw)}`;
    if (text === '') return NaN;
    return codes.get((values.get(text) ?? text).toLowerCase()) ?? `expected one of: ${known}; received ${quoted(raw)}`;
  };
}

function numberReader(attribute: Exclude<Attribute, { categories: unknown }>): ReadValue {
  const { values } = attribute.quantiles;
  const [low, high] = [values[0]!, values.at(-1)!];
  const isInteger = attribute.type === 'integer';
  const expected = `${isInteger ? 'an integer' : 'a number'} from ${low} to ${high} (${attribute.unit})`;
  return (raw) => {
    const number = toNumber(raw);
    if (typeof number === 'string') return `expected ${expected}, received ${quoted(raw)}`;
    if (Number.isNaN(number)) return NaN;
    const isValid = number >= low && number <= high && (!isInteger || Number.isInteger(number));
    // -0 and 0 are the same number.
    return isValid ? number + 0 : `expected ${expected}, received ${quoted(raw)}`;
  };
}

/** NaN for a missing value; a text if it is no number. */
function toNumber(raw: unknown): number | string {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : 'not finite';
  if (typeof raw === 'bigint') return Number(raw);
  const text = toText(raw);
  if (text === '') return NaN;
  return text !== undefined && numberFormat.test(text) && Number.isFinite(Number(text)) ? Number(text) : 'no number';
}

/** Empty for a missing value; undefined for a value of another type. */
function toText(raw: unknown): string | undefined {
  if (raw === null || raw === undefined) return '';
  if (typeof raw === 'string') return raw.trim();
  return typeof raw === 'number' || typeof raw === 'bigint' || typeof raw === 'boolean' ? String(raw) : undefined;
}

/** JSON escapes control characters, so that the text of a file cannot break the message. */
function quoted(raw: unknown): string {
  if (raw === null || raw === undefined || raw === '') return 'no value';
  if (typeof raw === 'object') return 'an object';
  const text = toText(raw) ?? 'another type';
  return JSON.stringify(text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters)}…` : text);
}
