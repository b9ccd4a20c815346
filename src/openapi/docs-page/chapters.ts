import { strictObject, z } from 'zod';
import { componentName } from '../../common/errors/app-error.js';
import { errorCodes, isRetryable } from '../../common/errors/error-codes.js';
import { code, inline, markup, prose, type Html } from '../../common/http/reply.js';
import type { OpenApiDocument } from '../document.js';
import type { JsonSchema } from '../schema-book.js';
import { operationSection, type Operation, type Place } from './operation.js';
import { schemaTable, searchedField, searchedFields, type SearchedField } from './schema-table.js';

/** A page of the reference. Its address is `/docs/{id}`. */
export interface Chapter {
  id: string;
  name: string;
  description: string;
  /** The parts of the page that the navigation and the search link to. */
  entries: Entry[];
  /** Whether the navigation lists the entries. */
  isListed: boolean;
  content: () => Html;
}

export interface Entry {
  id: string;
  title: string;
  line: string;
  text: string;
  /** All parameters and fields. */
  fields: () => SearchedField[];
}

export function chaptersOf(document: OpenApiDocument): Chapter[] {
  return [...document.tags.map((tag) => tagChapter(document, tag)), webhooks(document), errors(document)];
}

const schemasOf = ({ components }: OpenApiDocument) => components['schemas'] as Record<string, JsonSchema>;

function tagChapter(document: OpenApiDocument, { name, description }: { name: string; description: string }): Chapter {
  const schemas = schemasOf(document);
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]): Place => ({ path, method, operation: operation as Operation }))
      .filter(({ operation }) => operation.tags.includes(name)),
  );
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    description,
    entries: places.map(({ path, method, operation }) => ({
      id: operation.operationId,
      title: operation.summary,
      line: `${method.toUpperCase()} ${path}`,
      text: operation.description,
      fields: () => fieldsOfOperation(operation, schemas),
    })),
    isListed: true,
    content: () => markup`${places.map((place) => operationSection(place, schemas))}`,
  };
}

function fieldsOfOperation(
  { parameters = [], requestBody, responses }: Operation,
  schemas: Record<string, JsonSchema>,
): SearchedField[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const bodies = [
    ...Object.values(requestBody?.content ?? {}),
    ...successes.flatMap(([, { content = {} }]) => Object.values(content)),
  ];
  return [
    ...parameters.map(({ name, description = '', schema }) => searchedField(name, { description, ...schema }, schemas)),
    ...bodies.flatMap(({ schema }) => searchedFields(schema, schemas)),
  ];
}

function webhooks(document: OpenApiDocument): Chapter {
  const schemas = schemasOf(document);
  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const { summary, description, requestBody } = post as Operation;
    return { type, summary, description, body: requestBody?.content['application/json'] };
  });
  return {
    id: 'webhooks',
    name: 'Webhooks',
    description: 'Events that the service sends to webhook URLs.',
    entries: events.map(({ type, summary, description, body }) => ({
      id: type,
      title: summary,
      line: type,
      text: description,
      fields: () => (body ? searchedFields(body.schema, schemas) : []),
    })),
    isListed: false,
    content: () =>
      markup`${events.map(
        ({ type, summary, description, body }) =>
          markup`<article id="${type}">
            <h2>${summary}</h2>
            <p class="line"><b class="post">POST</b> <code>${type}</code></p>
            ${prose(description)} ${body && schemaTable(body.schema, schemas)} ${body && code(body.example)}
          </article>`,
      )}`,
  };
}

function errors({ components }: OpenApiDocument): Chapter {
  const examples = components['examples'] as Record<string, { value: unknown }>;
  return {
    id: 'errors',
    name: 'Errors',
    description:
      'The codes of all errors. `Svc-Should-Retry` of the response states whether the same request can succeed after the seconds in `Retry-After`.',
    entries: errorCodes().map(([name, { status, message }]) => ({
      id: name,
      title: name,
      line: `Error ${status}`,
      text: message,
      fields: () => [],
    })),
    isListed: false,
    content: () =>
      markup`<table class="codes">
        <thead>
          <tr>
            <th>Status</th>
            <th>Code</th>
            <th>Retry</th>
            <th>Message</th>
          </tr>
        </thead>
        <tbody>
          ${errorCodes().map(([name, { status, message, meta = {} }]) => {
            const example = examples[`${componentName(name)}Example`];
            return markup`<tr id="${name}">
              <td>${status}</td>
              <td><code>${name}</code></td>
              <td>${isRetryable(name) ? 'Yes' : 'No'}</td>
              <td>
                ${inline(message)} ${metaFields(meta)}
                ${example && markup`<details><summary>Example</summary>${code(example.value)}</details>`}
              </td>
            </tr>`;
          })}
        </tbody>
      </table>`,
  };
}

function metaFields(meta: z.ZodRawShape): Html | '' {
  const fields = Object.entries(meta);
  if (fields.length === 0) return '';
  return markup`<ul>
    ${fields.map(([name, schema]) => markup`<li><code>meta.${name}</code> ${inline((schema as z.ZodType).meta()?.description ?? '')}</li>`)}
  </ul>`;
}

export const searchIndexSchema = strictObject({
  fields: strictObject({
    name: z.string().meta({ description: 'Name of the parameter or field.' }),
    text: z.string().meta({ description: 'Description and permitted values.' }),
  })
    .array()
    .meta({ description: 'All different parameters and fields.' }),
  entries: strictObject({
    href: z.string().meta({ description: 'Path of the page, with the anchor.' }),
    title: z.string().meta({ description: 'Summary of the operation or event, or error code.' }),
    line: z.string().meta({ description: 'Method and path, event type, or error status.' }),
    text: z.string().meta({ description: 'Description.' }),
    fields: z.int().array().meta({ description: 'Positions in `fields`.' }),
  }).array(),
});

/** Builds the index that the search of the reference loads. Most fields belong to many operations, so that each one is listed once. */
export function searchIndex(chapters: readonly Chapter[]): z.infer<typeof searchIndexSchema> {
  const fields: SearchedField[] = [];
  const positions = new Map<string, number>();
  const positionOf = (field: SearchedField) => {
    const key = `${field.name} ${field.text}`;
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, fields.length);
    return fields.push(field) - 1;
  };
  const entries = chapters.flatMap((chapter) =>
    chapter.entries.map(({ id, title, line, text, fields: own }) => ({
      href: `/docs/${chapter.id}#${id}`,
      title,
      line,
      text,
      fields: [...new Set(own().map((field) => positionOf(field)))],
    })),
  );
  return { fields, entries };
}
