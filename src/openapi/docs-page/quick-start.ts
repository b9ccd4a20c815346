import { markup, code, inline, type Html } from '../../common/http/reply.js';

/** Paragraphs of the description that this section replaces. */
const isStep = (paragraph: string) => paragraph === 'Quick start:' || /^\d+\. /.test(paragraph);

/** The description without its quick start, which the page shows with commands. */
export function withoutQuickStart(description: string): string {
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

export function quickStart(): Html {
  return markup`<h2 id="quick-start">Quick start</h2>
    <ol>
      ${steps.map(([text, commands]) => markup`<li>${inline(text)}${commands}</li>`)}
    </ol>
    <p data-script hidden>Each operation of this reference has inputs to send a request with the API key that you enter next to the search.</p>`;
}
