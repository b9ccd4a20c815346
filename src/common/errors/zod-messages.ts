import { z } from 'zod';
import { didYouMean, shortened } from '../texts.js';
import type { issues } from './error-codes.js';

type RawIssue = z.core.$ZodRawIssue;
type Of<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>;

const maxListedNames = 20;
const maxNamedKeys = 100;
const maxQuotedCharacters = 60;

const typeNames: Record<string, string> = {
  array: 'an array',
  boolean: 'a boolean (true or false)',
  int: 'an integer',
  nan: 'NaN',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  tuple: 'an array',
  undefined: 'no value',
};

const formatNames: Record<string, string> = {
  date: 'a date such as 2026-11-20',
  datetime: 'a date and time with a time zone, such as 2026-11-20T09:30:00Z (ISO 8601)',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID, such as 019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10',
};

const units: Record<string, string> = { string: 'character', array: 'item', record: 'field', object: 'field' };

/** Replaces zod's default messages in this process. Schemas that set their own message keep it. */
export function usePlainZodMessages(): void {
  z.config({ customError: plainMessage });
}

function plainMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return invalidType(issue);
    case 'invalid_value':
      return invalidValue(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return `expected ${issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most'} ${quantity(issue.maximum, issue.origin)}`;
    case 'invalid_format':
      return invalidFormat(issue);
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return unknownFields(issue).join('\n');
    case 'invalid_union':
      return invalidUnion(issue);
    case 'invalid_key':
      return 'has an invalid field name';
    default:
      return 'is invalid';
  }
}

function invalidType({ expected, input, inst }: Of<'invalid_type'>): string {
  // For a value that is no number at all, zod reports an integer schema as `number`.
  const type = inst instanceof z.ZodNumberFormat ? 'int' : expected;
  const wanted = typeNames[type] ?? type;
  return input === undefined ? `is required: expected ${wanted}` : `expected ${wanted}, received ${received(input)}`;
}

function received(input: unknown): string {
  if (typeof input === 'number') return String(input);
  if (input === null || Array.isArray(input)) return input === null ? 'null' : 'an array';
  return typeNames[typeof input] ?? typeof input;
}

function invalidValue({ values, input }: Of<'invalid_value'>): string {
  return values.length === 1 ? `expected ${quoted(values[0])}` : notOneOf(values, input);
}

function notOneOf(values: readonly unknown[], input: unknown): string {
  const names = values.filter((value) => typeof value === 'string');
  const suggestion = typeof input === 'string' ? suggestionFor(input, names) : '';
  return `${input === undefined ? 'is required: ' : ''}expected one of ${list(values)}${suggestion}`;
}

function tooSmall({ minimum, origin, exact, inclusive }: Of<'too_small'>): string {
  if (!exact && Number(minimum) === 1 && origin in units) return 'must not be empty';
  return `expected ${exact ? 'exactly' : inclusive === false ? 'more than' : 'at least'} ${quantity(minimum, origin)}`;
}

function quantity(amount: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit === undefined ? String(amount) : `${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`;
}

function invalidFormat({ format, ...issue }: Of<'invalid_format'>): string {
  const name = formatNames[format];
  if (name !== undefined) return `expected ${name}`;
  return 'pattern' in issue && issue.pattern !== undefined
    ? `expected text that matches ${issue.pattern}`
    : `expected a valid ${format}`;
}

/** One line for each unknown field, in the order of `keys`. */
function unknownFields({ keys, inst }: Of<'unrecognized_keys'>): string[] {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return keys.slice(0, maxNamedKeys).map((key) => unknownField(key, known));
}

/** The message for one unknown field: the closest known field, or all of them. */
function unknownField(key: string, known: readonly string[]): string {
  const suggestion = suggestionFor(key, known);
  const hint = suggestion !== '' || known.length === 0 ? suggestion : `. Known fields: ${list(known)}`;
  return `${quoted(key)} is not a known field${hint}`;
}

function suggestionFor(typed: string, known: readonly string[]): string {
  const name = typed.length > maxQuotedCharacters ? undefined : didYouMean(typed, known);
  return name === undefined ? '' : `. Did you mean ${quoted(name)}?`;
}

function invalidUnion(issue: Of<'invalid_union'>): string {
  // The field that selects the form, such as `goal`.
  if (issue.discriminator !== undefined && Array.isArray(issue.options))
    return notOneOf(issue.options, (issue.input as Record<string, unknown>)[issue.discriminator]);
  const problems = issue.errors.flatMap(([first]) =>
    first ? [`${first.path.join('.')} ${first.message}`.trim()] : [],
  );
  return problems.length === 0 ? 'matches no allowed form' : `matches no allowed form: ${problems.join('; or ')}`;
}

function list(values: readonly unknown[]): string {
  const listed = values.slice(0, maxListedNames).map(quoted).join(', ');
  return values.length > maxListedNames ? `${listed} and ${values.length - maxListedNames} more` : listed;
}

// JSON escapes line breaks and unpaired surrogates, so that the text of a client cannot break the message.
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, maxQuotedCharacters) : value;
  return typeof text === 'bigint' || text === undefined ? String(text) : JSON.stringify(text);
}

/** An invalid part of a request. `path` is like `scenario_context.train_cost_factor`, or empty for the whole request. */
export interface Issue {
  path: string;
  message: string;
}

const maxIssues = 100;
const maxPathCharacters = 200;
const maxMessageCharacters = 2_000;

/** Limits the number of issues and the length of their texts: both can contain values of a file, and a value can have megabytes. */
export const shortIssues = (issues: readonly Issue[]): Issue[] =>
  issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: path.slice(0, maxPathCharacters),
    message: shortened(message, maxMessageCharacters),
  }));

const maxNamedCharacters = 300;

/**
 * Adds the first issue to the first sentence of a message: "The request is invalid: `agent_count`: expected an integer." Shortens
 * the issue, which can contain text of the client, so that the message stays short.
 */
export function nameFirstIssue(message: string, reported: z.infer<typeof issues> | undefined): string {
  const [first] = reported ?? [];
  if (!first) return message;
  const end = message.indexOf('. ');
  const issue = `${first.path === '' ? '' : `\`${first.path}\`: `}${first.message}`;
  const room = maxNamedCharacters - message.length - ': '.length;
  const shown = issue.length > room ? `${issue.slice(0, room - 1)}…` : issue;
  return `${message.slice(0, end)}: ${shown}${/[.?!…]$/.test(shown) ? '' : '.'}${message.slice(end + 1)}`;
}
