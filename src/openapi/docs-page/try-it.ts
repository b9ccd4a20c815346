import { markup, type Html } from '../../common/http/reply.js';
import type { JsonSchema } from '../schema-book.js';
import type { Operation, Place } from './place.js';
import { typeOf } from './schema-table.js';

type Parameter = NonNullable<Operation['parameters']>[number];
type Schemas = Record<string, JsonSchema>;

/**
 * Inputs for one operation. The script of the page shows them and sends the request; without scripts, they stay hidden. None for an
 * operation whose body is a file.
 */
export function tryIt({ method, path, operation }: Place, schemas: Schemas): Html | undefined {
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
