// cspell:ignore nobody (an option id)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import {
  definitionDigest,
  ENGINE_VERSION,
  parseDefinition,
  resolveScenario,
  simulate,
} from '../../src/engine/index.js';
import type { ReportInput } from '../../src/simulations/report/report-input.js';
import { projectFolder } from '../support/operator.js';

/** One workflow of each family, with a scenario that changes outcomes. */
const workflows: [string, Record<string, number | string>][] = [
  ['swissmetro-mode-choice', { train_cost_factor: 0.6 }],
  ['gotv-social-pressure', { mailing: 'neighbors' }],
  ['housing-satisfaction', { building: 'terrace' }],
  ['health-insurance-visits', { plan: 'individual_deductible' }],
  ['unemployment-duration', { benefit_claims: 'nobody' }],
  ['conservation-wtp', { price: 2 }],
  ['technology-adoption-bass', { technology: 'internet' }],
  ['repeated-pd-cooperation', { reward: 48 }],
];

describe('reports', () => {
  const pool = new Piscina<ReportInput, string>({
    filename: join(projectFolder, 'dist/src/simulations/report/report.thread.js'),
    maxThreads: 1,
  });
  afterAll(() => pool.destroy());

  function inputOf(
    slug: string,
    context: Record<string, number | string>,
    change = (json: string) => json,
    agentCount = 200,
  ) {
    const json = readFileSync(join(projectFolder, `src/catalog/${slug}.json`), 'utf8');
    const definition = parseDefinition(JSON.parse(change(json)));
    const resolved = resolveScenario(definition, context);
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
    const { scenario, warnings } = resolved;
    const { summary, digest } = simulate({ definition, scenario, seed: 1, agentCount, parameterDraws: 5 });
    const facts = { seed: 1, agentCount, engineVersion: ENGINE_VERSION, digest };
    const completedAt = '2026-11-20T12:00:00.000Z';
    return {
      id: 'sim_1',
      completedAt,
      definition,
      definitionDigest: definitionDigest(definition),
      scenario,
      warnings,
      summary,
      routedVia: null,
      ...facts,
    };
  }

  const count = (page: string, pattern: RegExp) => page.match(pattern)?.length ?? 0;

  it('Reports show years without thousands separators and parameter values with all digits', async () => {
    const page = await pool.run(inputOf('hybrid-corn-network', {}));
    expect(count(page, />19\d\d</g)).toBeGreaterThan(10);
    expect(count(page, />1,9\d\d</g)).toBe(0);
    expect(await pool.run(inputOf('alt-fuel-vehicle-choice', { electric_range: 123.4 }))).toContain('123.4 miles');
  });

  it.each([...workflows, ['intercity-mode-choice', {}] as (typeof workflows)[number]])(
    'The report of %s at %j has a table and a label for each plot, and no scripts or external resources',
    async (slug, context) => {
      const input = inputOf(slug, context);
      const page = await pool.run(input);
      const plots = count(page, /<svg /g);
      expect(plots).toBeGreaterThan(2);
      expect(count(page, /<svg [^>]*role="img"/g)).toBe(plots);
      expect(count(page, /<svg [^>]*aria-label="[^"]+"/g)).toBe(plots);
      expect(count(page, /<figure>[^]*?<table>[^]*?<\/figure>/g)).toBe(plots);
      expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=|\sstyle=|\s(href|src)=/i);
      expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
      for (const { label, share } of input.summary.outcomes) {
        expect(page).toContain(label.replaceAll("'", '&#39;'));
        expect(page).toContain(`${(100 * share).toFixed(1)}%`);
      }
      for (const heading of ['Scenario', 'Result', 'Uncertainty', 'Evidence', 'Limits', 'Reproduction'])
        expect(page).toContain(`<h2>${heading}</h2>`);
    },
  );

  it('The report leads with the headline of the definition: an outcome, a group of outcomes or a measure', async () => {
    const withHeadline = (id: string) => (json: string) =>
      json.replace(
        '"evidence":',
        `"headline_outcome": "${id}", "outcome_groups": [{ "id": "rail", "label": "All rail", "outcomes": ["train", "swissmetro"] }], "evidence":`,
      );
    const headline = /<p class="headline">([^<]*)</;
    for (const [id, label] of [
      ['car', 'Car'],
      ['rail', 'All rail'],
    ] as const) {
      const page = await pool.run(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }, withHeadline(id)));
      expect(headline.exec(page)?.[1]).toMatch(new RegExp(`^${label}: .*; baseline: `));
      expect(page).toContain(`${label}: difference from the baseline, by group`);
      expect(page).toMatch(new RegExp(`<th scope="row">${label}</th>`));
    }
    const ofMeasure = (json: string) => json.replace('"evidence":', '"headline_outcome": "visits", "evidence":');
    const page = await pool.run(inputOf('health-insurance-visits', { plan: 'individual_deductible' }, ofMeasure));
    expect(headline.exec(page)?.[1]).toMatch(/^Doctor visits: /);
  });

  it('The report of a question shows the question, the words that set parameters, and the words without effect', async () => {
    const routedVia: ReportInput['routedVia'] = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.934,
      question: 'Who takes the <b>train</b> at 40% lower fares in 2035?',
      scorer: 'hybrid',
      kind: 'scenario',
      interpreted: [{ parameter: 'train_cost_factor', value: 0.6, from: '40% lower fares', how: 'percent' }],
      not_interpreted: [{ words: 'in 2035', reason: 'forecast', parameters: [], candidates: [] }],
      segments: [],
    };
    const page = await pool.run({ ...inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }), routedVia });
    const [section] = /<h2>The question<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    expect(section).toContain('Who takes the &lt;b&gt;train&lt;/b&gt; at 40% lower fares in 2035?');
    for (const text of ['93.4%', '40% lower fares', 'Train fare', 'in 2035', 'a date in the future'])
      expect(section).toContain(text);
    expect(await pool.run(inputOf('swissmetro-mode-choice', {}))).not.toContain('The question');
  });

  it('The report lists the simulations of a comparison and the values of a range', async () => {
    const asked = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.9,
      question: 'Who takes the train at today’s or 40% lower fares?',
    };
    const from = 'today’s or 40% lower fares';
    const [first, second] = ['1', '2'].map((digit) => `sim_${digit.repeat(32)}`);
    const sectionOf = async (more: Partial<NonNullable<ReportInput['routedVia']>>) => {
      const page = await pool.run({ ...inputOf('swissmetro-mode-choice', {}), routedVia: { ...asked, ...more } });
      return /<h2>The question<\/h2>[^]*?<\/section>/.exec(page)?.[0] ?? '';
    };
    const simulations: { id: string; from: string; values: Record<string, number> }[] = [
      { id: first!, from, values: {} },
      { id: second!, from, values: { train_cost_factor: 0.6 } },
    ];
    const compared = await sectionOf({ comparison: { simulations, compare_url: null } });
    for (const text of [first!, second!, 'Baseline', 'Train fare: 0.6', from]) expect(compared).toContain(text);
    const values = [0.9, 0.8, 0.7];
    const varied = await sectionOf({ range: { parameter: 'train_cost_factor', values, from } });
    for (const text of [from, 'Train fare: 0.9, 0.8, 0.7']) expect(varied).toContain(text);
  });

  it('The report shows the four parts of the error of the headline, names the missing parts, and names transport', async () => {
    const page = await pool.run(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    const [section] = /<h2>Uncertainty<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    for (const part of ['Simulation', 'Estimation', 'Population', 'Model'])
      expect(section).toContain(`<th scope="col">${part}</th>`);
    expect(section).toMatch(/<strong>Missing:<\/strong> \S/);
    expect(section).toContain('Not in any interval:</strong> transport');
    expect(page).not.toMatch(/sampling error/i);
  });

  it('The report of a simulation with one agent shows the mean without an interval', async () => {
    const page = await pool.run(
      inputOf('health-insurance-visits', { plan: 'individual_deductible' }, (json) => json, 1),
    );
    expect(page).toMatch(/<th[^>]*>This scenario<\/th><td[^>]*>[\d.]+<\/td><td[^>]*>–<\/td>/);
    expect(page).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('Reports escape all texts of a definition', async () => {
    const hostile = '\\"><script>alert(1)</script><b onload=x>&amp;';
    const change = (json: string) =>
      json.replaceAll('"label": "', `"label": "${hostile}`).replaceAll('"citation": "', `"citation": "${hostile}`);
    const page = await pool.run(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }, change));
    expect(page).not.toMatch(/<script|<b onload/i);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(count(page, /<svg [^>]*aria-label="[^"<]*&quot;/g)).toBeGreaterThan(0);
  });
});
