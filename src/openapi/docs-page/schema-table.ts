import type { JsonSchema } from '../schema-book.js';
import { markup, inline, type Html } from './html.js';

type Schemas = Record<string, JsonSchema>;

/** The fields of an object, those of objects inside of it under their path. */
export function schemaTable(schema: JsonSchema, schemas: Schemas): Html | undefined {
  const rows = fieldsOf(schema, schemas, '');
  if (rows.length === 0) return undefined;
  return markup`<table>
    <thead>
      <tr>
        <th>Field</th>
        <th>Type</th>
        <th>Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function fieldsOf(reference: JsonSchema, schemas: Schemas, prefix: string): Html[] {
  const schema = resolved(reference, schemas);
  if (schema.items) return fieldsOf(schema.items, schemas, `${prefix}[]`);
  const [inside] = alternatives(schema).filter(({ type }) => type !== 'null');
  if (inside) return fieldsOf(inside, schemas, prefix);
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const optional = !required.has(name) && markup` <i>optional</i>`;
    const row = markup`<tr>
      <td><code>${path}</code>${optional}</td>
      <td>${typeOf(property, schemas)}</td>
      <td>${meaning(property, schemas)}</td>
    </tr>`;
    return [row, ...fieldsOf(property, schemas, path)];
  });
}

export function typeOf(reference: JsonSchema, schemas: Schemas): string {
  const schema = resolved(reference, schemas);
  const options = alternatives(schema);
  if (options.length > 0) return options.map((option) => typeOf(option, schemas)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.items) return `list of ${typeOf(schema.items, schemas)}`;
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

const bounds = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters, at least'],
  ['maxLength', 'characters, at most'],
  ['default', 'default'],
] as const;

export function meaning(reference: JsonSchema, schemas: Schemas): Html {
  const schema = resolved(reference, schemas);
  const description = reference.description ?? schema.description;
  const told = bounds
    // What every safe integer is, is no bound of ours.
    .filter(([keyword]) => keyword in schema && Math.abs(Number(schema[keyword])) !== Number.MAX_SAFE_INTEGER)
    .map(([keyword, words]) => `${words} ${JSON.stringify(schema[keyword])}`);
  return markup`${description !== undefined && inline(description)}
  ${told.length > 0 && markup`<small>${told.join('; ')}</small>`}`;
}

function alternatives({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf];
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  if ($ref === undefined) return schema;
  return resolved(schemas[$ref.slice('#/components/schemas/'.length)] ?? {}, schemas);
}
