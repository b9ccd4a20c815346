import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { SpecError } from './spec-error.js';
import { fieldsOf, isFields, repeatEntries } from './repeat.js';
import { type Spec, specSchema } from './spec.schema.js';
import { suggestionFor } from './variables/names.js';

/** A spec has 10 to 300 lines. */
export const maxSpecCharacters = 500_000;

/**
 * Reads a document in YAML or JSON.
 *
 * @throws SpecError with the line of every problem
 */
export function parseYaml(text: string): unknown {
  if (text.length > maxSpecCharacters)
    throw new SpecError([{ path: '', message: `has more than ${maxSpecCharacters} characters` }]);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (document.errors.length > 0)
    throw new SpecError(
      document.errors.slice(0, 20).map(({ message, pos: [start] }) => ({
        path: `line ${lines.linePos(start).line}`,
        message: `is not valid YAML: ${message.split('\n')[0]}`,
      })),
    );
  try {
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch {
    throw new SpecError([{ path: '', message: 'has too many references (&, *): write the values out' }]);
  }
}

/** The files of a spec. */
export interface SpecFiles {
  textOf(file: string): string;
  /** The path of a file that another one names. */
  pathOf(file: string, name: string): string;
}

/**
 * Reads the document of a spec. `questions` can be the name of a file with them, and `base` that of another spec: fields of
 * this spec are merged into those of its base, and a null removes a field. Names are relative to the file.
 *
 * @param outer files that start from this one
 * @throws SpecError
 */
export function readSpecFile(file: string, files: SpecFiles, outer: readonly string[] = []): unknown {
  const document = parseYaml(files.textOf(file));
  if (!isFields(document)) return document;
  const read = (name: string) => {
    const other = files.pathOf(file, name);
    if (other === file || outer.includes(other))
      throw new SpecError([{ path: 'base', message: `"${name}" has this spec as its base: remove one of them` }]);
    return readSpecFile(other, files, [...outer, file]);
  };
  const { questions } = document;
  const fields = typeof questions === 'string' ? { ...document, questions: read(questions) } : document;
  if (typeof fields.base !== 'string') return fields;
  const { base, ...own } = fields;
  return merged(read(base), own);
}

/** Reads a spec in YAML or JSON. @throws SpecError */
export function parseSpec(text: string): Spec {
  return checkSpec(parseYaml(text));
}

/** Fields that a spec does not have everywhere, or had in an older release. */
const otherFields = new Map([
  ['base', 'is for specs in files: write the fields of the base in this spec'],
  ['override', 'was a field up to release 0.3: write its parts out in the spec itself'],
]);

/** Checks a parsed spec. @throws SpecError */
export function checkSpec(value: unknown): Spec {
  const document = documentOf(value);
  if (document) throw new SpecError([{ path: '', message: `is ${document}` }]);
  const parsed = specSchema.safeParse(withoutLists(value));
  if (parsed.success) return withParameters(parsed.data);
  const issues = parsed.error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path,
      message: `"${key}" ${(issue.path.length === 0 && otherFields.get(key)) || `is not a field${suggestionFor(key, fieldsAt(issue.path))}`}`,
    }));
  });
  throw new SpecError(issues);
}

/** A document that is easily taken for a spec, and what to do with it. */
function documentOf(value: unknown): string | undefined {
  if (!isFields(value)) return 'not a spec: expected fields such as `title` and `formula`';
  if ('workflow_id' in value && 'decision' in value)
    return 'a definition, not a spec: publish it with POST /v1/case-studies and the body { "definition": … }, or write a spec with a title and a formula';
  return 'definition' in value && !('title' in value)
    ? 'a recipe, which was a form of specs up to release 0.3: use the spec that it was made from'
    : undefined;
}

function fieldsAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = specSchema;
  for (const key of [...path, undefined]) {
    while (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
      schema = schema.unwrap();
    if (schema instanceof z.ZodPipe) schema = schema.in;
    if (key === undefined) break;
    if (schema instanceof z.ZodObject) schema = (schema.shape as Record<PropertyKey, unknown>)[key];
    else schema = schema instanceof z.ZodRecord ? schema.valueType : undefined;
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The document with its entries repeated for the items of its lists. */
function withoutLists(document: unknown): unknown {
  if (!isFields(document)) return document;
  const { lists, questions, ...fields } = document;
  const { lists: questionLists = lists, ...asked } = fieldsOf(questions);
  return {
    ...(lists === undefined ? fields : fieldsOf(repeatEntries(fields, lists))),
    ...(questions !== undefined && {
      questions: isFields(questions) && questionLists !== undefined ? repeatEntries(asked, questionLists) : questions,
    }),
  };
}

/** Accepts the older name of the parameters. */
function withParameters(spec: Spec): Spec {
  const { levers, parameters } = spec;
  if (levers && Object.keys(parameters).length > 0)
    throw new SpecError([{ path: 'levers', message: 'is the older name of `parameters`: move its fields there' }]);
  return levers ? { ...spec, parameters: levers } : spec;
}

/**
 * Merges a patch into JSON: objects by key, lists of objects with ids by id, everything else is replaced. A null removes a key.
 */
export function merged(base: unknown, patch: unknown): unknown {
  if (patch === undefined) return base;
  if (isFields(base) && isFields(patch)) {
    const result: Record<string, unknown> = { ...base };
    for (const [key, value] of Object.entries(patch)) {
      if (value === null) delete result[key];
      else if (value !== undefined) result[key] = merged(result[key], value);
    }
    return result;
  }
  if (hasIds(base) && hasIds(patch)) {
    const patchById = new Map(patch.map((item) => [item.id, item]));
    const known = new Set(base.map(({ id }) => id));
    return [...base.map((item) => merged(item, patchById.get(item.id))), ...patch.filter(({ id }) => !known.has(id))];
  }
  return patch;
}

function hasIds(value: unknown): value is { id: unknown }[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isFields(item) && 'id' in item);
}

/** A value in a flow of YAML. Numbers whose text differs from the number that YAML reads, such as 007, are quoted. */
export function scalar(text: string): string {
  const isPlain =
    /^[A-Za-z][A-Za-z0-9_. ~+|-]*$/.test(text) &&
    !/^(yes|no|true|false|on|off|null|y|n)$/i.test(text) &&
    !/[:#]/.test(text) &&
    text.trim() === text;
  return isPlain || String(Number(text)) === text ? text : JSON.stringify(text);
}

/** A text in a flow of YAML, in a field that accepts no number. */
export function textScalar(text: string): string {
  return Number.isNaN(Number(text)) ? scalar(text) : JSON.stringify(text);
}

/** Texts, lists and objects in a flow of YAML. Undefined parts are left out. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (!isFields(value)) return scalar(String(value));
  const known = Object.entries(value).filter(([, own]) => own !== undefined);
  return `{ ${known.map(([key, own]) => `${scalar(key)}: ${flowText(own)}`).join(', ')} }`;
}
