import { sha256 } from '../../common/crypto.js';
import { Html, markup, inlineScript, prose, code, inline } from '../../common/http/reply.js';
import type { OpenApiDocument } from '../document.js';
import type { Chapter } from './chapters.js';
import { script } from './script.js';

const isStep = (paragraph: string) => paragraph === 'Quick start:' || /^\d+\. /.test(paragraph);

/** The description without its quick start, which the page shows with commands. */
function withoutQuickStart(description: string): string {
  return description
    .split(/\n{2,}/)
    .filter((paragraph) => !isStep(paragraph))
    .join('\n\n');
}

const create = `curl "$BASE_URL/v1/simulations" \\
  -H "Authorization: Bearer $API_KEY" -H "Prefer: wait=10" \\
  --json '{"workflow_id":"swissmetro-mode-choice","scenario_context":{"swissmetro_cost_factor":0.8},"agent_count":1000}'`;

const steps: readonly (readonly [string, Html])[] = [
  [
    'Get an API key: sign in and create one, or get one from the operator. Keys that start with `sk_test_` use the sandbox tier.',
    markup`<pre tabindex="0"><code>BASE_URL=<span data-origin>http://127.0.0.1:3000</span>
API_KEY=sk_test_…</code></pre>`,
  ],
  [
    'List the workflows. Each is a decision model that is calibrated on public data.',
    code('curl "$BASE_URL/v1/case-studies" -H "Authorization: Bearer $API_KEY"'),
  ],
  [
    'Create a simulation. This one makes the Swissmetro, a planned fast train, 20% cheaper. The response waits at most ten seconds for the result.',
    code(create),
  ],
  [
    'Read `summary` in the response. If `status` is not yet `completed`, poll with the `id` from the response.',
    code('curl "$BASE_URL/v1/simulations/$ID" -H "Authorization: Bearer $API_KEY"'),
  ],
  [
    'Read the report in a browser, or download it.',
    code('curl "$BASE_URL/v1/simulations/$ID/report" -H "Authorization: Bearer $API_KEY" -o report.html'),
  ],
];

function quickStart(): Html {
  return markup`<h2 id="quick-start">Quick start</h2>
    <ol>
      ${steps.map(([text, commands]) => markup`<li>${inline(text)}${commands}</li>`)}
    </ol>
    <p data-script hidden>Each operation of this reference has inputs to send a request with the API key that you enter next to the search.</p>`;
}

const style = `
:root { color-scheme: light dark; --text: #1a1d21; --soft: #5b6470; --line: #d9dde3; --ground: #fff; --panel: #f6f7f9; --accent: #1d4ed8;
  --on-accent: #fff; --get: #15803d; --post: #b45309; --delete: #b91c1c; --put: #7e22ce }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ee; --soft: #9aa4b2; --line: #2c333c; --ground: #111418; --panel: #191d23; --accent: #7aa2ff;
    --on-accent: #111418; --get: #4ade80; --post: #fbbf24; --delete: #fca5a5; --put: #d8b4fe }
}
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground) }
a { color: var(--accent) }
nav { padding: 1em 1.5em; border-bottom: 1px solid var(--line); background: var(--panel) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav h2 { font-size: 0.9em; margin: 1.2em 0 0.2em }
nav a { text-decoration: none; display: block; padding: 0.1em 0 }
nav .name { margin: 0 0 0.8em; font-weight: 600 }
nav .name a { display: inline; color: inherit }
nav h2 a { color: inherit }
#found { margin: 0.3em 0 0; font-size: 0.9em; color: var(--soft); min-height: 1.5em }
main, #results { max-width: 60em; padding: 1em 1.5em 6em }
#results ul { list-style: none; margin: 0; padding: 0 }
#results li { padding: 0.5em 0; border-bottom: 1px solid var(--line) }
#results a { margin-right: 0.8em }
#results small { display: block; overflow-wrap: anywhere }
@media (min-width: 70em) {
  body { display: grid; grid-template-columns: 18em minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; border: 0; border-right: 1px solid var(--line) }
  main, #results { padding: 2em 3em 6em }
}
article h2 { margin-top: 0.8em }
article { border-top: 1px solid var(--line); margin-top: 2em; padding-top: 0.5em; scroll-margin-top: 1em }
h3 { margin: 1.5em 0 0.5em }
h1 { margin-top: 0 }
.line { overflow-wrap: anywhere }
.line b { display: inline-block; padding: 0 0.5em; border: 1px solid; border-radius: 8px; font-size: 0.85em }
.get { color: var(--get) } .post { color: var(--post) } .delete { color: var(--delete) } .put, .patch { color: var(--put) }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: 0.35em 0.8em 0.35em 0; border-bottom: 1px solid var(--line) }
th, i, small { color: var(--soft); font-weight: normal }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
td code { overflow-wrap: break-word }
.codes code { white-space: nowrap }
pre { background: var(--panel); border: 1px solid var(--line); padding: 0.8em 1em; border-radius: 8px; overflow: auto; max-height: 30em; white-space: pre-wrap }
ol { padding-left: 1.4em }
label { display: block; font-size: 0.9em; margin: 0.6em 0 }
input, select, textarea { display: block; width: 100%; margin-top: 0.2em; padding: 0.45em 0.6em; font: inherit; color: var(--text);
  background: var(--ground); border: 1px solid var(--soft); border-radius: 8px }
textarea { font: 0.95em ui-monospace, monospace }
button { font: inherit; padding: 0.4em 1.2em; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent);
  border-radius: 8px; cursor: pointer }
button + button { color: var(--accent); background: none }
button:disabled { opacity: 0.6; cursor: default }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
/* Not a password field, because browsers offer to save those. */
#key { -webkit-text-security: disc }
.note { margin: 0.4em 0 1em; font-size: 0.85em; color: var(--soft) }
.note strong { color: var(--text) }
nav details { border: 0; padding: 0 }
.try { border: 1px solid var(--line); border-radius: 8px; padding: 0.4em 1em }
.try [role=status] { margin-left: 0.6em; overflow-wrap: anywhere }
details { border-bottom: 1px solid var(--line); padding: 0.4em 0 }
summary { cursor: pointer }
summary p { display: inline }
details details { border: 0 }
@media (max-width: 40em) {
  main, nav, #results { padding-left: 1em; padding-right: 1em }
  nav ul { columns: 2 }
  nav li { break-inside: avoid }
  table, tbody, tr, td { display: block }
  thead { display: none }
  tr { border-bottom: 1px solid var(--line); padding: 0.4em 0 }
  td { display: inline; border: 0; padding: 0 0.6em 0 0 }
  td:last-child { display: block; padding: 0 }
  .codes code { white-space: normal }
}
`;

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
