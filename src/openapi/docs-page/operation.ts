import type { JsonSchema } from '../schema-book.js';
import { code, markup, name as nameOf, prose, type Html } from '../../common/http/reply.js';
import { meaning, schemaTable, typeOf } from './schema-table.js';

/** Fields of an OpenAPI operation that the page uses. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  /** JSON, and files by media type. */
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, Response>;
}

export interface Response {
  description: string;
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, { value: unknown } | { $ref: string }> }>;
}

export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

type Schemas = Record<string, JsonSchema>;

export function operationSection(place: Place, schemas: Schemas): Html {
  const { method, path, operation } = place;
  return markup`<article id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <p class="line"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
    ${prose(operation.description)} ${parameters(operation, schemas)} ${body(operation, schemas)}
    <h3>Try it</h3>
    ${code(curl(place))} ${tryIt(place, schemas)}
    <h3>Responses</h3>
    ${Object.entries(operation.responses).map(([status, response]) => answer(status, response, schemas))}
  </article>`;
}

function parameters({ parameters = [] }: Operation, schemas: Schemas): Html | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const documented = description === undefined ? schema : { ...schema, description };
    const optional = required !== true && markup` <i>optional</i>`;
    return markup`<tr>
      <td>${nameOf(name)}${optional}</td>
      <td>${place}</td>
      <td>${typeOf(schema, schemas)}</td>
      <td>${meaning(documented, schemas)}</td>
    </tr>`;
  });
  return markup`<h3>Parameters</h3>
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>In</th>
          <th>Type</th>
          <th>Description</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function body({ requestBody }: Operation, schemas: Schemas): Html | undefined {
  if (!requestBody) return undefined;
  const { 'application/json': json, ...files } = requestBody.content;
  return markup`<h3>Body</h3>
    ${json && schemaTable(json.schema, schemas)}
    ${Object.entries(files).map(([type, file]) => markup`<p><code>${type}</code> ${prose(file.schema.description ?? '')}</p>`)}`;
}

function answer(status: string, { description, content = {} }: Response, schemas: Schemas): Html {
  const bodies = Object.entries(content).map(([type, { schema, examples = {} }]) => {
    // The page of the errors shows their examples.
    const shown = Object.values(examples).map((example) => 'value' in example && code(example.value));
    const table = status.startsWith('2') && schemaTable(schema, schemas);
    return markup`<p><code>${type}</code></p>
      ${table}${type === 'application/json' && shown}`;
  });
  return markup`<details${status.startsWith('2') && markup` open`}><summary><b>${status}</b> ${prose(description)}</summary>${bodies}</details>`;
}

function curl({ method, path, operation }: Place): string {
  const headers = (operation.parameters ?? []).filter(({ in: place, required }) => place === 'header' && required);
  const url = `$BASE_URL${path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => `$${parameter.toUpperCase()}`)}`;
  const query = (operation.parameters ?? []).filter(({ in: place, required }) => place === 'query' && required);
  const search = query.map(({ name }, index) => `${index === 0 ? '?' : '&'}${name}=$${name.toUpperCase()}`).join('');
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${url}${search}"`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...headers.map(({ name }) => `-H "${name}: $(uuidgen)"`),
    ...dataOf(operation),
  ].join(' \\\n  ');
}

/** The body of the example request: JSON, or a file if the route accepts no JSON. */
function dataOf({ requestBody }: Operation): string[] {
  if (!requestBody) return [];
  const { 'application/json': json, ...files } = requestBody.content;
  if (!json) return [`-H "Content-Type: ${Object.keys(files)[0]}"`, '--data-binary @file'];
  const example = JSON.stringify(json.example, null, 2)?.replaceAll('\n', '\n  ');
  return [`--json ${'example' in json ? `'${example}'` : '@body.json'}`];
}

type Parameter = NonNullable<Operation['parameters']>[number];

/**
 * Inputs for one operation. The script of the page shows them and sends the request; without scripts, they stay hidden. None for an
 * operation whose body is a file.
 */
function tryIt({ method, path, operation }: Place, schemas: Schemas): Html | undefined {
  const inputs = (operation.parameters ?? [])
    // An object is several parameters, such as `where[income]`, which the example shows.
    .filter(({ schema }) => schema.type !== 'object')
    .map((parameter) => input(parameter, schemas));
  const body = operation.requestBody?.content['application/json'];
  if (operation.requestBody && !body) return undefined;
  const needsKey = operation.security.length > 0;
  return markup`<details class="try" data-script hidden><summary>Send this request</summary>
<div data-path="${path}" data-method="${method.toUpperCase()}"${needsKey && markup` data-key`}>
${inputs}
${body && markup`<label>Body <textarea rows="8" spellcheck="false">${JSON.stringify(body.example ?? {}, null, 2)}</textarea></label>`}
<p><button type="button">Send</button> <button type="button" hidden>Stop</button> <span role="status"></span></p>
<pre tabindex="0" hidden><code></code></pre>
</div></details>`;
}

function input({ name, in: place, required = false, schema }: Parameter, schemas: Schemas): Html {
  const attributes = markup`data-in="${place}" data-name="${name}"${required && markup` required`}`;
  const options = optionsOf(schema);
  const field =
    options.length > 0
      ? markup`<select ${attributes}><option></option>${options.map((value) => markup`<option>${value}</option>`)}</select>`
      : markup`<input ${attributes} placeholder="${placeholderOf(schema, schemas)}" autocomplete="off" spellcheck="false">`;
  return markup`<label><code>${name}</code>${!required && markup` <i>optional</i>`} ${field}</label>`;
}

function optionsOf({ enum: values = [] }: JsonSchema): string[] {
  return values.map(String);
}

function placeholderOf(schema: JsonSchema, schemas: Schemas): string {
  const [example] = schema.examples ?? [];
  return typeof example === 'string' || typeof example === 'number' ? String(example) : typeOf(schema, schemas);
}
