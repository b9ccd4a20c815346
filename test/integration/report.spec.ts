// cspell:ignore nobody (an option id)
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agentsInteract,
  analyzeEffects,
  compareRuns,
  elasticitiesOf,
  hasWelfare,
  welfareOf,
} from '../../src/engine/analyses.js';
import {
  type Attribute,
  baselineScenario,
  definitionDigest,
  ENGINE_VERSION,
  isBaselineScenario,
  resolveScenario,
  type WorkflowDefinition,
  numericParameters,
} from '../../src/engine/definition.js';
import {
  adjustDefinition,
  type Adjustments,
  attributeKeys,
  importPeople,
  parseDefinition,
  simulate,
} from '../../src/engine/simulate.js';
import { Thread } from '../../src/common/thread.js';
import { toEffectsRecord } from '../../src/readings/effects/to-effects-record.js';
import { chooseHeadline } from '../../src/simulations/headline.js';
import { exampleAgents } from '../../src/simulations/report/example-agents.js';
import type { ReportTask } from '../../src/simulations/report/report.thread.js';
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
  const thread = new Thread<ReportTask, string>(join(projectFolder, 'dist/src/simulations/report/report.thread.js'));
  // Tests share inputs and their reports: both take most of the time of this file.
  const inputs = new Map<string, ReturnType<typeof inputWith>>();
  const pages = new Map<ReportInput, Promise<string>>();
  const render = (input: ReportInput) => {
    const page = pages.get(input) ?? thread.run({ kind: 'simulation', input });
    pages.set(input, page);
    return page;
  };
  afterAll(() => thread.close());

  function inputOf(
    slug: string,
    context: Record<string, number | string>,
    change = (json: string) => json,
    agentCount = 200,
  ) {
    const json = change(readFileSync(join(projectFolder, `src/catalog/${slug}.json`), 'utf8'));
    const key = JSON.stringify([json, context, agentCount]);
    const input = inputs.get(key) ?? inputWith(parseDefinition(JSON.parse(json)), context, agentCount);
    inputs.set(key, input);
    return input;
  }

  function inputWith(definition: WorkflowDefinition, context: Record<string, number | string>, agentCount = 200) {
    const resolved = resolveScenario(definition, context);
    if (!resolved.ok) throw new Error(JSON.stringify(resolved.issues));
    const { scenario, warnings } = resolved;
    const output = simulate({ definition, scenario, seed: 1, agentCount, parameterDraws: 5 });
    const { digest } = output;
    const request = { definition, scenario, seed: 1, columns: output.columns };
    const names = { simulation_id: 'sim_1', workflow_id: definition.workflow_id, where: {} };
    const parameters = numericParameters(definition.scenario.parameters);
    const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
    const hasEffects = !agentsInteract(definition) && !isBaselineScenario(definition, scenario);
    const headline = chooseHeadline(
      definition,
      { scenario, reference: baselineScenario(definition), asked: null },
      output.summary,
    );
    const figures = [headline.outcome];
    const facts = { seed: 1, agentCount, engineVersion: ENGINE_VERSION, digest };
    const completedAt = '2026-11-20T12:00:00.000Z';
    return {
      id: 'sim_1',
      name: null,
      completedAt,
      definition,
      definitionDigest: definitionDigest(definition),
      scenario,
      warnings,
      summary: { ...output.summary, headline },
      routedVia: null,
      adjustments: null,
      agents: exampleAgents(definition, scenario, output, null, rows),
      effects: hasEffects ? toEffectsRecord(analyzeEffects(request, rows, false, figures)) : null,
      indicators: agentsInteract(definition)
        ? null
        : {
            elasticities: {
              ...{ ...names, group_by: null, ...elasticitiesOf(request) },
              parameters: parameters.map(({ id, label, unit, default: baseline_value }) => ({
                ...{ id, label, unit, baseline_value },
                value: Number(scenario[id]),
              })),
            },
            welfare: hasWelfare(definition) ? { ...names, ...welfareOf(request) } : null,
          },
      compared: null,
      selection: null,
      isShared: false,
      ...facts,
    };
  }

  const groupIdOf = (attribute: Attribute) => ('categories' in attribute ? attribute.categories[0]!.id : 'group_1');
  const count = (page: string, pattern: RegExp) => page.match(pattern)?.length ?? 0;

  it('Reports show years without thousands separators and parameter values with all digits', async () => {
    const page = await render(inputOf('hybrid-corn-network', {}));
    expect(count(page, />19\d\d</g)).toBeGreaterThan(10);
    expect(count(page, />1,9\d\d</g)).toBe(0);
    expect(await render(inputOf('alt-fuel-vehicle-choice', { electric_range: 123.4 }))).toContain('123.4 miles');
  });

  it.each([...workflows, ['intercity-mode-choice', {}] as (typeof workflows)[number]])(
    'The report of %s at %j has a table and a label for each plot, and no scripts or external resources',
    async (slug, context) => {
      const input = inputOf(slug, context);
      const page = await render(input);
      const plots = count(page, /<svg /g);
      expect(plots).toBeGreaterThan(2);
      expect(count(page, /<svg [^>]*role="img"/g)).toBe(plots);
      expect(count(page, /<svg [^>]*aria-label="[^"]+"/g)).toBe(plots);
      // Each plot is drawn for wide and for narrow screens.
      expect(count(page, /<figure>[^]*?<table>[^]*?<\/figure>/g)).toBe(plots / 2);
      expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=|\sstyle=|\ssrc=/i);
      for (const [, target] of page.matchAll(/\shref="([^"]*)"/g))
        expect(target).toMatch(/^(#[a-z]+$|\/v1\/simulations\/)/);
      expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
      for (const { label, share } of input.summary.outcomes) {
        expect(page).toContain(label.replaceAll("'", '&#39;'));
        expect(page).toContain(`${(100 * share).toFixed(1)}%`);
      }
      for (const heading of ['Scenario', 'Result', 'Uncertainty', 'Evidence', 'Limits', 'Reproduction'])
        expect(page).toContain(`<h2>${heading}</h2>`);
      for (const [, id] of page.matchAll(/<a href="#([a-z]+)"/g)) expect(page).toContain(`<section id="${id}">`);
    },
  );

  it('The report shows the elasticities of the headline, and the groups that gain', async () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const page = await render(input);
    const sectionOf = (title: string) => new RegExp(`<h2>${title}</h2>[^]*?</section>`).exec(page)?.[0] ?? '';
    expect(sectionOf('Elasticities')).toContain('Train fare');
    expect(sectionOf('Elasticities')).toContain('elasticities');
    expect(sectionOf('Gains and losses')).toMatch(/changes the consumer surplus of an agent by \+[\d.]+ CHF/);
    expect(sectionOf('Gains and losses')).toContain('GA travelcard');
    const unchanged = await render(inputOf('swissmetro-mode-choice', {}));
    expect(unchanged).toContain('<h2>Elasticities</h2>');
    expect(unchanged).not.toContain('<h2>Gains and losses</h2>');
    // Interacting agents and options have neither.
    expect(await render(inputOf('hybrid-corn-network', {}))).not.toContain('<h2>Elasticities</h2>');
    expect(await render(inputOf('housing-satisfaction', {}))).not.toContain('<h2>Elasticities</h2>');
  });

  it('The report shows the groups that react the most, and the attributes that explain why effects differ', async () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const sectionOf = (page: string) => /<h2>Who reacts<\/h2>[^]*?<\/section>/.exec(page)?.[0] ?? '';
    const section = sectionOf(await render(input));
    const { figures, sources } = input.effects!;
    const { groups, variation } = figures[0]!;
    expect(section).toContain(`the 12 of ${groups.length} groups that react the most`);
    const percentagePoints = (value: number) => Math.abs(100 * value).toFixed(1);
    const [low, high] = groups[0]!.simultaneous_interval!;
    const [label] = Object.values(groups[0]!.group).map((group) => group.label);
    expect(section).toMatch(
      new RegExp(
        `${label}</th>[^]*?${percentagePoints(groups[0]!.effect)} <small>.?${percentagePoints(low)} to .?${percentagePoints(high)}`,
      ),
    );
    for (const { label: name, together } of variation!.attributes!.filter(({ together: own }) => own !== null))
      expect(section).toContain(
        `<th scope="row">${name}</th><td>${together!.share < 0 ? '−' : ''}${(100 * Math.abs(together!.share)).toFixed(1)}% <small>`,
      );
    expect(section).toContain(`explain ${(100 * variation!.explained!.share).toFixed(1)}%`);
    expect(section).toContain(sources.text.replaceAll("'", '&#39;'));
    expect(section).toContain('because they are unknown: model');
    // At the baseline, nothing reacts. Interacting agents have no individual effects.
    expect(sectionOf(await render(inputOf('swissmetro-mode-choice', {})))).toBe('');
    expect(sectionOf(await render(inputOf('technology-adoption-bass', { technology: 'internet' })))).toBe('');
  });

  it('The report shows each adjustment of the workflow in words, with the limits of the adjusted model', async () => {
    const published = inputOf('intercity-mode-choice', {}).definition;
    const { attributes } = published.population;
    const urban = attributes.find(({ id }) => id === 'urban')!;
    const columns = attributes.map(({ id }) => Float64Array.from({ length: 50 }, () => (id === 'urban' ? 1 : NaN)));
    const { people } = importPeople(published.population, columns, undefined, 50, 'intercity-mode-choice');
    const alternatives = {
      remove: ['car'],
      add: [{ id: 'maglev', label: 'Maglev <fast>', like: 'train', attributes: { time: 20, cost: { times: 1.5 } } }],
    };
    const request: Adjustments = {
      people: { id: 'pop_1', date: '2026-11-22', people, attributes: attributeKeys(published.population) },
      alternatives,
    };
    const { definition, warnings } = adjustDefinition(published, request, { seed: 1, agentCount: 200 });
    const adjustments = {
      published_digest: '0'.repeat(64),
      population_id: 'pop_1',
      alternatives,
      warnings: [...warnings],
    };
    const sectionOf = async (own: ReportInput) =>
      /<h2>Adjustments of the workflow<\/h2>[^]*?<\/section>/.exec(await render(own))?.[0] ?? '';
    const section = await sectionOf({ ...inputWith(definition, {}), adjustments });
    expect(section).toContain('an imported population with 50 rows, all with equal weights');
    expect(section).toContain('Their effective size is 50');
    expect(section).toMatch(new RegExp(`<th scope="row">${urban.label}</th><td>given</td><td>[^<]+ 100.0%</td>`));
    expect(section).toMatch(/<td>drawn<\/td><td>median [\d.,]+ [^<]+; quartiles [\d.,]+ and [\d.,]+/);
    expect(section).toContain('The scenario does not offer: Car.');
    expect(section).toMatch(
      /<th scope="row">Maglev &lt;fast&gt;<\/th><td>Train<\/td><td>[^<]+: 20 min; [^<]+: 1.5 times<\/td>/,
    );
    expect(warnings.map(({ code }) => code)).toContain('population_differs');
    for (const { message } of warnings)
      expect(section).toContain(message.replaceAll('"', '&quot;').replaceAll('<fast>', '&lt;fast&gt;'));
    expect(section).not.toMatch(/NaN|undefined|<h3>(Segment|Calibration)/);

    const where = { urban: [groupIdOf(urban)] };
    const targets = [{ outcome: 'train', share: 0.2, standard_error: 0.02, where }];
    const segment = adjustDefinition(published, { where, targets }, { seed: 1, agentCount: 200 });
    const ofSegment = { published_digest: '0'.repeat(64), where, calibration_targets: targets, warnings: [] };
    const text = await sectionOf({ ...inputWith(segment.definition, {}), adjustments: ofSegment });
    expect(text).toMatch(
      new RegExp(`which has [\\d.]+% of the population:</p>\n<ul><li>${urban.label}: [^<]+</li></ul>`),
    );
    expect(text).toMatch(new RegExp(`Train \\(${urban.label}: [^<]+\\)</th><td>20.0%</td><td>2.00 points</td>`));
    expect(await sectionOf(inputOf('intercity-mode-choice', {}))).toBe('');
  });

  it('The report leads with the headline of its summary: an outcome, a group of outcomes or a measure', async () => {
    const headline = /<p class="headline">([^<]*)</;
    for (const [id, label] of [
      ['car', 'Car'],
      ['rail', 'Train or Swissmetro'],
    ] as const) {
      const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
      const page = await render({ ...input, summary: { ...input.summary, headline: { outcome: id, why: 'asked' } } });
      expect(headline.exec(page)?.[1]).toMatch(
        new RegExp(`^${label} [\\d.]+% → [\\d.]+%: [\\d.]+ points (more|fewer) \\(95% interval`),
      );
      expect(page).toContain(`${label}: difference from the baseline, by group`);
      expect(page).toMatch(new RegExp(`<th scope="row">${label}</th>`));
    }
    const ofMeasure = (json: string) => json.replace('"evidence":', '"headline_outcome": "visits", "evidence":');
    const page = await render(inputOf('health-insurance-visits', { plan: 'individual_deductible' }, ofMeasure));
    expect(headline.exec(page)?.[1]).toMatch(/^Doctor visits /);
  });

  it('The report of a question shows the question, the words that set parameters, and the words without effect', async () => {
    const routedVia: ReportInput['routedVia'] = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.934,
      question: 'Who takes the <b>train</b> at 40% lower fares in 2035?',
      scorer: 'hybrid',
      kind: 'scenario',
      interpreted: [{ parameter: 'train_cost_factor', value: 0.6, words: '40% lower fares', source: 'read' }],
      not_read: [{ words: 'in 2035', reason: 'forecast', parameters: [], candidates: [] }],
      segments: [],
    };
    const page = await render({ ...inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }), routedVia });
    const [section] = /<h2>The question<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    expect(section).toContain('Who takes the &lt;b&gt;train&lt;/b&gt; at 40% lower fares in 2035?');
    for (const text of ['93.4%', '40% lower fares', 'Train fare', 'in 2035', 'a date in the future'])
      expect(section).toContain(text);
    expect(await render(inputOf('swissmetro-mode-choice', {}))).not.toContain('The question');
  });

  it('The headline begins with an assumed value, or states that no parameter expresses the change', async () => {
    const asked = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.9,
      question: 'Who takes the train with cheaper fares and <b>better</b> food?',
    };
    const headlineWith = async (context: object, parts: Partial<NonNullable<ReportInput['routedVia']>>) => {
      const input = inputOf('swissmetro-mode-choice', context as Record<string, number>);
      return /<p class="headline">([^<]*)</.exec(await render({ ...input, routedVia: { ...asked, ...parts } }))?.[1];
    };
    const assumed = { parameter: 'train_cost_factor', value: 0.6, words: 'cheaper fares', source: 'assumed' as const };
    expect(await headlineWith({ train_cost_factor: 0.6 }, { interpreted: [assumed] })).toMatch(
      /^Assuming Train fare 40% lower \(outside the data\): Train [\d.]+% → [\d.]+%: [\d.]+ points more .* extrapolation/,
    );
    const unread = { words: '<b>better</b> food', reason: 'no_parameter' as const, parameters: [], candidates: [] };
    expect(await headlineWith({}, { not_read: [unread] })).toMatch(
      /^The workflow has no parameter for “&lt;b&gt;better&lt;\/b&gt; food”; this is the baseline: Swissmetro [\d.]+%/,
    );
  });

  it('The report lists the other simulations of a comparison', async () => {
    const asked = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.9,
      question: 'Who takes the train at today’s or 40% lower fares?',
    };
    const words = 'today’s or 40% lower fares';
    const id = `sim_${'2'.repeat(32)}`;
    const also = [{ id, words, values: { train_cost_factor: 0.6 }, compare_url: null }];
    const page = await render({ ...inputOf('swissmetro-mode-choice', {}), routedVia: { ...asked, also } });
    const [section] = /<h2>The question<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    for (const text of [id, 'Train fare: 40% lower', words]) expect(section).toContain(text);
  });

  it('The report shows the four parts of the error of the headline, names the missing parts, and names transport', async () => {
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    const [section] = /<h2>Uncertainty<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    for (const part of ['Simulation', 'Estimation', 'Population', 'Model'])
      expect(section).toContain(`<th scope="row">${part}</th>`);
    expect(section).toMatch(/<strong>Missing:<\/strong> \S/);
    expect(section).toContain('Not in any interval:</strong> transport');
    expect(page).not.toMatch(/sampling error/i);
  });

  it('The report of a simulation with one agent shows the mean without an interval', async () => {
    const page = await render(inputOf('health-insurance-visits', { plan: 'individual_deductible' }, (json) => json, 1));
    expect(page).toMatch(/<th[^>]*>This scenario<\/th><td[^>]*>[\d.]+ <small>–<\/small><\/td>/);
    expect(page).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it('No label of a chart crosses the line at zero', async () => {
    for (const [slug, context] of workflows) {
      const page = await render(inputOf(slug, context));
      const charts = [...page.matchAll(/<svg [^>]*viewBox="0 0 (\d+) [^]*?<\/svg>/g)];
      const withLine = charts.filter(([chart]) =>
        /<g stroke="currentColor" data-mark="rule">[^]*data-mark="text"|data-mark="text"[^]*<g stroke="currentColor" data-mark="rule">/.test(
          chart,
        ),
      );
      expect(withLine.length).toBeGreaterThan(2);
      for (const [chart] of withLine) {
        const [, zero] = /<g stroke="currentColor" data-mark="rule"><line [^>]*x1="([\d.]+)"/.exec(chart)!;
        const groups = [...chart.matchAll(/<g ([^>]*)data-mark="text">([^]*?)<\/g>/g)];
        for (const [, attributes, texts] of groups) {
          const shift = Number(/translate\((-?[\d.]+)/.exec(attributes!)?.[1] ?? 0);
          for (const [, x, label] of texts!.matchAll(/<text transform="translate\(([\d.]+)[^>]*>([^]*?)<\/text>/g)) {
            const start = Number(x) + shift;
            const isAtLeft = attributes!.includes('"end"')
              ? start <= Number(zero)
              : start + Math.max(...label!.split(/<[^>]*>/).map((line) => 5.5 * line.length)) <= Number(zero);
            expect([slug, label, isAtLeft || start > Number(zero) + 5]).toEqual([slug, label, true]);
          }
        }
      }
    }
  });

  it('Tables with more than eight rows are folded, and all others are open', async () => {
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    const isFolded = [...page.matchAll(/(<\/summary>\n)?<table>([^]*?)<\/table>/g)].map(([, folded, content]) => ({
      folded: folded !== undefined,
      rows: count(content!, /<tr>/g) - 1,
    }));
    expect(isFolded.some(({ folded }) => folded)).toBe(true);
    for (const { folded, rows } of isFolded) expect([rows, folded]).toEqual([rows, rows > 8]);
  });

  it('The report states in one sentence how large the held-out error is, and whether the direction of a change is clear', async () => {
    const boxOf = (page: string) => /<aside class="trust"[^]*?<\/aside>/.exec(page)?.[0] ?? '';
    for (const [slug, context] of workflows)
      expect(boxOf(await render(inputOf(slug, context)))).toMatch(
        /observations that were not used for fitting, [^.]*\d/,
      );
    const box = boxOf(await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 })));
    expect(box).toContain(
      'the model predicted 13.7% for “Train”, and 12.6% were observed: an error of 1.1 percentage points.',
    );
    expect(box).toContain('The held-out data do not compare values of “Train fare”');
    expect(box).toContain('does not include the error of an extrapolation');
    expect(box).toContain('outside the calibrated range');
    const inside = boxOf(await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.8 })));
    expect(inside).toContain('zero: within this model, the direction of the change is clear');
    const tested = boxOf(await render(inputOf('gotv-social-pressure', { mailing: 'neighbors' })));
    expect(tested).toContain('zero: the direction of the change is clear');
    expect(tested).toMatch(/\d differences of “Voted” between held-out groups were predicted with a mean error of/);
    expect(boxOf(await render(inputOf('swissmetro-mode-choice', {})))).not.toContain('zero');
  });

  it('The report shows the transcripts of the first agent whose outcome changes and the first whose outcome does not', async () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(input.agents.map(({ selection }) => selection)).toEqual(['changed', 'unchanged']);
    const page = await render(input);
    const [section] = /<h2>Two agents<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    for (const { id, transcript } of input.agents) {
      expect(section).toContain(id);
      expect(section).toContain(`<p>${transcript[0]!.replaceAll("'", '&#39;')}</p>`);
    }
    expect(await render({ ...input, agents: null })).toContain('The results of single agents are not available');
  });

  it('The report of a comparison names both simulations, their values in words, and the difference', async () => {
    const [first, second] = [{ train_cost_factor: 0.6 }, { train_cost_factor: 1.25 }].map((context) =>
      inputOf('swissmetro-mode-choice', context),
    );
    const { definition, seed, agentCount } = first!;
    const [own, other] = [first!, second!].map(({ scenario, summary }) => ({
      scenario,
      summary: summary,
      output: simulate({ definition, scenario, seed, agentCount }),
    }));
    const comparison = compareRuns(definition, seed, own!, other!);
    if (!comparison.ok) throw new Error(comparison.reason);
    const compared = { ...second!, id: 'sim_2', comparedAgents: agentCount, isEvaluated: true };
    const page = await render({
      ...first!,
      summary: { ...comparison.summary, headline: { outcome: 'train', why: 'parameter' } },
      compared,
    });
    expect(page).toContain('<strong>Simulation B:</strong> Train fare: 40% lower');
    expect(page).toContain('<strong>Simulation A:</strong> Train fare: 25% higher');
    expect(page).toMatch(/<p class="headline">Train: [\d.]+% in simulation A, [\d.]+% in simulation B \(B minus A: \+/);
    expect(page).toContain('its scenario was evaluated on the agents of simulation B');
    expect(page).toContain('href="/v1/comparisons?ids=sim_2,sim_1"');
    for (const id of ['sim_1', 'sim_2'])
      for (const format of ['csv', 'parquet', 'json'])
        expect(page).toContain(`href="/v1/simulations/${id}/results?format=${format}"`);
    expect(page).not.toMatch(/baseline<\/span>|NaN|undefined/);
  });

  it('The report of a named simulation has its name as the title, escaped', async () => {
    const page = await render({ ...inputOf('swissmetro-mode-choice', {}), name: 'Fares <b>2026</b>' });
    expect(page).toContain('<h1>Fares &lt;b&gt;2026&lt;/b&gt;</h1>');
  });

  it('The report follows the color scheme of the reader, and prints page numbers', async () => {
    const page = await render(inputOf('swissmetro-mode-choice', {}));
    expect(page).toContain('@media screen and (prefers-color-scheme: dark)');
    expect(page).toContain('"Page " counter(page) " of " counter(pages)');
    // A color that is not a variable would be unreadable in one of the schemes.
    expect(page).not.toMatch(/<svg[^]*(fill|stroke)="#/);
  });

  it('Long labels, and labels in a right-to-left script or with emoji, are shortened in charts and complete in tables', async () => {
    const label = `קרון 🚆 ${'x'.repeat(113)}`;
    const change = (json: string) => json.replace('"label": "Train"', `"label": "${label}"`);
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }, change));
    expect(page).toContain(`<th scope="row">${label}</th>`);
    for (const [, line] of page.matchAll(/<tspan[^>]*>([^<]*)<\/tspan>/g)) expect(line!.length).toBeLessThan(40);
  });

  it('Reports escape all texts of a definition', async () => {
    const hostile = '\\"><script>alert(1)</script><b onload=x>&amp;';
    const change = (json: string) =>
      json.replaceAll('"label": "', `"label": "${hostile}`).replaceAll('"citation": "', `"citation": "${hostile}`);
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }, change));
    expect(page).not.toMatch(/<script|<b onload/i);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(count(page, /<svg [^>]*aria-label="[^"<]*&quot;/g)).toBeGreaterThan(0);
  });
});
