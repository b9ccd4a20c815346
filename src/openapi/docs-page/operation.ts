import type { JsonSchema } from '../schema-book.js';
import { code, markup, name as nameOf, prose, type Html } from '../../common/http/reply.js';
import type { Operation, Place, Response } from './place.js';
import { meaning, schemaTable, typeOf } from './schema-table.js';
import { tryIt } from './try-it.js';

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
