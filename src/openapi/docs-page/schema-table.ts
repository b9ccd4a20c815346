import type { JsonSchema } from '../schema-book.js';
import { markup, inline, name as nameOf, type Html } from '../../common/http/reply.js';

type Schemas = Record<string, JsonSchema>;

/** Longer tables are collapsed, so that the example and the next response stay visible. */
const maxExpandedRows = 25;

/** Table of the fields of an object. Fields of nested objects appear with their path. Undefined without fields. */
export function schemaTable(schema: JsonSchema, schemas: Schemas): Html | undefined {
  const rows = fieldsOf(schema, schemas, '').map((field) => row(field, schemas));
  if (rows.length === 0) return undefined;
  const table = tableOf(rows);
  return rows.length > maxExpandedRows
    ? markup`<details><summary>All ${rows.length} fields</summary>${table}</details>`
    : table;
}

/** Text in which the search finds a field: its description and its values. */
export interface SearchedField {
  name: string;
  text: string;
}

/** The fields of {@link schemaTable}, without their paths. */
export function searchedFields(schema: JsonSchema, schemas: Schemas): SearchedField[] {
  return fieldsOf(schema, schemas, '').map((field) => searchedField(field.name, field.schema, schemas));
}

export function searchedField(name: string, reference: JsonSchema, schemas: Schemas): SearchedField {
  const schema = resolved(reference, schemas);
  const text = [reference.description ?? schema.description ?? '', ...(schema.enum ?? [])].join(' ');
  return { name, text };
}

function tableOf(rows: Html[]): Html {
  return markup`<table>
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

interface Field {
  name: string;
  path: string;
  isRequired: boolean;
  schema: JsonSchema;
}

function row({ path, isRequired, schema }: Field, schemas: Schemas): Html {
  return markup`<tr>
    <td>${nameOf(path)}${!isRequired && markup` <i>optional</i>`}</td>
    <td>${typeOf(schema, schemas)}</td>
    <td>${meaning(schema, schemas)}</td>
  </tr>`;
}

function fieldsOf(reference: JsonSchema, schemas: Schemas, prefix: string): Field[] {
  const schema = resolved(reference, schemas);
  if (schema.items) return fieldsOf(schema.items, schemas, `${prefix}[]`);
  const [inside] = alternatives(schema).filter(({ type }) => type !== 'null');
  if (inside) return fieldsOf(inside, schemas, prefix);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const field = { name, path, isRequired: required.has(name), schema: property };
    return [field, ...fieldsOf(property, schemas, path)];
  });
}

export function typeOf(reference: JsonSchema, schemas: Schemas): string {
  const schema = resolved(reference, schemas);
  const options = alternatives(schema);
  if (options.length > 0) return [...new Set(options.map((option) => typeOf(option, schemas)))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items, schemas)}`;
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** Range in words, such as `1 to 100 characters`. Undefined without bounds. */
function rangeOf(low: unknown, high: unknown, unit = ''): string | undefined {
  // Ignores the bounds that zod adds to every integer.
  const [minimum, maximum] = [low, high].map((bound) =>
    Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  if (minimum === undefined && maximum === undefined) return undefined;
  if (minimum === undefined) return `at most ${Number(maximum)}${unit}`;
  return maximum === undefined
    ? `at least ${Number(minimum)}${unit}`
    : `${Number(minimum)} to ${Number(maximum)}${unit}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength, ...schema }: JsonSchema): string[] {
  const length =
    minLength === 1 && maxLength === undefined ? 'not empty' : rangeOf(minLength, maxLength, ' characters');
  const defaultValue = 'default' in schema && `default ${JSON.stringify(schema.default)}`;
  return [rangeOf(minimum, maximum), length, defaultValue].filter((bound) => typeof bound === 'string');
}

export function meaning(reference: JsonSchema, schemas: Schemas): Html {
  const schema = resolved(reference, schemas);
  const description = reference.description ?? schema.description;
  const bounds = boundsOf(schema);
  return markup`${description !== undefined && inline(description)}
  ${bounds.length > 0 && markup`<small>${bounds.join('; ')}</small>`}`;
}

function alternatives({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf];
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  if ($ref === undefined) return schema;
  return resolved(schemas[$ref.slice('#/components/schemas/'.length)] ?? {}, schemas);
}
