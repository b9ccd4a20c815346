import { z } from 'zod';
import type { Issue } from '../errors/app-error.js';

/**
 * The issue of the first list or map that is longer than its schema permits. A schema checks all items before the length, and each wrong item
 * takes time for its message; this check reads no item of a list that is too long. The maximum of a list is that of its schema, and the maximum
 * of a map is `maxProperties` of its metadata.
 */
export function tooLong(schema: z.ZodType, value: unknown, path: readonly string[] = []): Issue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const candidates = shapesOf(schema).filter(Array.isArray(value) ? acceptsList : acceptsFields);
  let issue: Issue | undefined;
  for (const candidate of candidates) {
    issue = issueOf(candidate, value, path);
    // One of several shapes permits the value.
    if (issue === undefined) return undefined;
  }
  return issue;
}

/** The number of items or fields that a list or map of a request can have; undefined for other schemas, Infinity without a maximum. */
export function maxSizeOf(shape: z.ZodType): number | undefined {
  if (shape instanceof z.ZodArray) {
    const checks = (shape._zod.def.checks ?? []).map(({ _zod: { def } }) => def as { check: string; maximum?: number });
    return Math.min(...checks.map(({ check, maximum }) => (check === 'max_length' ? maximum! : Infinity)));
  }
  if (shape instanceof z.ZodRecord) return (shape.meta()?.['maxProperties'] as number | undefined) ?? Infinity;
  return undefined;
}

const acceptsAll = (shape: z.ZodType) => shape instanceof z.ZodUnknown || shape instanceof z.ZodAny;
const acceptsList = (shape: z.ZodType) =>
  shape instanceof z.ZodArray || shape instanceof z.ZodTuple || acceptsAll(shape);
const acceptsFields = (shape: z.ZodType) =>
  shape instanceof z.ZodObject || shape instanceof z.ZodRecord || acceptsAll(shape);

/** The objects, lists and maps that a schema accepts. */
export function shapesOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(shapesOf);
  if (schema instanceof z.ZodPipe) {
    const { in: from, out } = schema._zod.def as unknown as { in: z.ZodType; out: z.ZodType };
    // The first part of `preprocess` accepts everything.
    return shapesOf(from instanceof z.ZodTransform ? out : from);
  }
  if (schema instanceof z.ZodLazy) return shapesOf(schema._zod.innerType as z.ZodType);
  const { innerType } = schema._zod.def as { innerType?: z.ZodType };
  return innerType === undefined ? [schema] : shapesOf(innerType);
}

function issueOf(shape: z.ZodType, value: object, path: readonly string[]): Issue | undefined {
  const size = Array.isArray(value) ? value.length : Object.keys(value).length;
  const maximum = maxSizeOf(shape);
  if (maximum !== undefined && size > maximum) {
    const unit = Array.isArray(value) ? 'item' : 'field';
    return { path: path.join('.'), message: `expected at most ${maximum} ${unit}${maximum === 1 ? '' : 's'}` };
  }
  for (const [name, child] of childrenOf(shape, value)) {
    const issue = child && tooLong(child, (value as Record<string, unknown>)[name], [...path, name]);
    if (issue) return issue;
  }
  return undefined;
}

/** The schema of each field or item of a value. */
function childrenOf(shape: z.ZodType, value: object): [name: string, schema: z.ZodType | undefined][] {
  const names = Object.keys(value);
  if (shape instanceof z.ZodArray) return names.map((name) => [name, shape.element as z.ZodType]);
  if (shape instanceof z.ZodRecord) return names.map((name) => [name, shape.valueType as z.ZodType]);
  if (shape instanceof z.ZodObject) return names.map((name) => [name, fieldOf(shape, name)]);
  return [];
}

const fieldOf = ({ shape }: z.ZodObject, name: string): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
