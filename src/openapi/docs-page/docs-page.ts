import { sha256 } from '../../common/crypto.js';
import { errorCodes } from '../../common/errors/error-codes.js';
import type { OpenApiDocument } from '../document.js';
import type { JsonSchema } from '../schema-book.js';
import { Html, code, markup, inline, inlineScript, prose } from '../../common/http/html.js';
import { operationSection } from './operation.js';
import type { Operation, Place } from './place.js';
import { schemaTable } from './schema-table.js';
import { quickStart, withoutQuickStart } from './quick-start.js';
import { script } from './script.js';
import { style } from './style.js';

const sourceOf = (text: string) => `'sha256-${sha256(text).toString('base64')}'`;

/** Content security policy: one inline script and one inline style, no images, and requests to this service only. */
export const docsPagePolicy = [
  `default-src 'none'`,
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Renders the OpenAPI document as an HTML page. */
export function docsPage(document: OpenApiDocument): string {
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Place => ({ path, method, operation: operation as Operation })),
  );
  const chapters = document.tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(' ', '-'),
    places: places.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const schemas = document.components['schemas'] as Record<string, JsonSchema>;
  const { title, description, version } = document.info;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${new Html(style)}</style>
      </head>
      <body>
        <nav aria-label="Contents">
          <p class="name"><a href="/">${title}</a> ${version}</p>
          <label data-script hidden>Search <input id="search" type="search" autocomplete="off" spellcheck="false" /></label>
          <p id="found" role="status"></p>
          <div data-script hidden>
            <label>API key <input id="key" type="text" autocomplete="off" spellcheck="false" placeholder="sk_test_…" /></label>
            <p class="note">Sent to this service only, and lost when the page closes. <strong id="key-note" role="status"></strong></p>
          </div>
          <details id="contents" open><summary>Contents</summary>
            <h2><a href="#quick-start">Quick start</a></h2>
            ${chapters.map(
              (chapter) =>
                markup`<h2>${chapter.name}</h2>
                <ul>
                  ${chapter.places.map(({ operation }) => entry(operation))}
                </ul>`,
            )}
            <h2><a href="#webhooks">Webhooks</a></h2>
            <h2><a href="#errors">Errors</a></h2>
          </details>
        </nav>
        <main>
          <div id="start">
            <h1>${title}: API reference</h1>
            ${prose(withoutQuickStart(description))}
            <p>OpenAPI document: <a href="/openapi.json">openapi.json</a></p>
            <noscript><p>Search and sending requests need JavaScript. All other content works without it.</p></noscript>
            ${quickStart()}
          </div>
          ${chapters.map(
            (chapter) =>
              markup`<section>
                <h2 id="${chapter.id}">${chapter.name}</h2>
                ${prose(chapter.description)} ${chapter.places.map((place) => operationSection(place, schemas))}
              </section>`,
          )}
          ${webhooks(document)} ${errors(document)}
        </main>
        ${inlineScript(script)}
      </body>
    </html> `.text;
}

function entry({ operationId, summary }: Operation): Html {
  return markup`<li><a href="#${operationId}">${summary}</a></li>`;
}

function webhooks(document: OpenApiDocument): Html {
  const schemas = document.components['schemas'] as Record<string, JsonSchema>;
  const events = Object.entries(document.webhooks).map(([type, { post }]) => {
    const { summary, description, requestBody } = post as Operation;
    const body = requestBody?.content['application/json'];
    return markup`<article id="${type}">
      <h3>${summary}</h3>
      <p class="line"><b class="post">POST</b> <code>${type}</code></p>
      ${prose(description)} ${body && schemaTable(body.schema, schemas)} ${body && code(body.example)}
    </article>`;
  });
  return markup`<section>
    <h2 id="webhooks">Webhooks</h2>
    <p>Events that the service sends to webhook URLs.</p>
    ${events}
  </section>`;
}

function errors({ components }: OpenApiDocument): Html {
  const examples = components['examples'] as Record<string, { value: unknown }>;
  const rows = errorCodes().map(([name, { status, message }]) => {
    const example = examples[name];
    return markup`<tr>
        <td>${status}</td>
        <td><code>${name}</code></td>
        <td>
          ${inline(message)}
          ${example && markup`<details><summary>Example</summary>${code(example.value)}</details>`}
        </td>
      </tr>`;
  });
  return markup`<section>
    <h2 id="errors">Errors</h2>
    <table class="codes">
      <thead>
        <tr>
          <th>Status</th>
          <th>Code</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
