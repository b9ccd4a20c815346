import { sha256 } from '../../common/crypto.js';
import { Html, markup, inlineScript, prose } from '../../common/http/html.js';
import type { OpenApiDocument } from '../document.js';
import type { Chapter } from './chapters.js';
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

/** Renders the first page of the reference, or the page of one chapter. All pages have the same navigation. */
export function docsPage({ info }: OpenApiDocument, chapters: readonly Chapter[], chapter?: Chapter): string {
  const { title, description, version } = info;
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${chapter && `${chapter.name} – `}${title}</title>
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
            <h2><a href="/docs#quick-start">Quick start</a></h2>
            ${chapters.map((each) => contentsOf(each))}
          </details>
        </nav>
        <div>
          <main>${chapter ? chapterContent(chapter) : introduction(title, description)}</main>
          <section id="results" aria-label="Search results" hidden><ul></ul></section>
        </div>
        ${inlineScript(script)}
      </body>
    </html> `.text;
}

function contentsOf({ id, name, entries, isListed }: Chapter): Html {
  const items = entries.map((entry) => markup`<li><a href="/docs/${id}#${entry.id}">${entry.title}</a></li>`);
  return markup`<h2><a href="/docs/${id}">${name}</a></h2>
    ${isListed && markup`<ul>${items}</ul>`}`;
}

function introduction(title: string, description: string): Html {
  return markup`<h1>${title}: API reference</h1>
    ${prose(withoutQuickStart(description))}
    <p>OpenAPI document: <a href="/openapi.json">openapi.json</a></p>
    <noscript><p>Search and sending requests need JavaScript. All other content works without it.</p></noscript>
    ${quickStart()}`;
}

function chapterContent({ name, description, content }: Chapter): Html {
  return markup`<h1>${name}</h1>
    ${prose(description)} ${content()}`;
}
