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
import { exampleAgents } from '../../src/simulations/view/example-agents.js';
import { simulationView } from '../../src/simulations/view/simulation-view.js';
import type { ViewInput } from '../../src/simulations/view/view-input.js';
import type { Report } from '../../src/simulations/report/report-threads.service.js';
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
  const thread = new Thread<Report, string>(join(projectFolder, 'dist/src/simulations/report/report.thread.js'));
  const links = [{ label: 'Agents as CSV', url: 'https://app.example.com/v1/simulations/sim_1/results?format=csv' }];
  // Tests share inputs and their reports: both take most of the time of this file.
  const inputs = new Map<string, ReturnType<typeof inputWith>>();
  const pages = new Map<ViewInput, Promise<string>>();
  const render = (input: ViewInput) => {
    const page = pages.get(input) ?? thread.run({ view: simulationView(input), kind: 'report', links });
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

  /** All texts of a section of the view, or an empty text without this section. */
  const wordsOf = (input: ViewInput, id: string) => {
    const section = simulationView(input).sections.find((one) => one.id === id);
    return section ? textsOf(section.blocks).join('\n') : '';
  };

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
      expect(count(page, /<div class="view-(wide|narrow)" role="img" aria-label="[^"]+"><svg /g)).toBe(plots);
      // Each plot is drawn for wide and for narrow screens.
      expect(count(page, /<figure>[^]*?<table[ >][^]*?<\/figure>/g)).toBe(plots / 2);
      expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=|\sstyle=|\ssrc=/i);
      for (const [, target] of page.matchAll(/\shref="([^"]*)"/g))
        expect(target).toMatch(/^(#[a-z-]+$|https:\/\/app\.example\.com\/v1\/simulations\/)/);
      expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
      for (const { label, share } of input.summary.outcomes) {
        expect(page).toContain(label.replaceAll("'", '&#x27;'));
        expect(page).toContain(`${(100 * share).toFixed(1)}%`);
      }
      for (const heading of ['Scenario', 'Uncertainty', 'Evidence', 'How far to trust this', 'Limits', 'Reproduction'])
        expect(page).toContain(`>${heading}</h2>`);
      for (const [, id] of page.matchAll(/<a href="#([a-z-]+)"/g)) expect(page).toContain(`<section id="${id}"`);
    },
  );

  it('The view shows the elasticities of the headline, and the groups that gain', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(wordsOf(input, 'elasticities')).toMatch(/Train fare[^]*elasticities|elasticities[^]*Train fare/);
    expect(wordsOf(input, 'welfare')).toMatch(/changes the consumer surplus of an agent by \+[\d.]+ CHF/);
    expect(wordsOf(input, 'welfare')).toContain('GA travelcard');
    const unchanged = inputOf('swissmetro-mode-choice', {});
    expect(wordsOf(unchanged, 'elasticities')).not.toBe('');
    expect(wordsOf(unchanged, 'welfare')).toBe('');
    // Interacting agents and options have neither.
    expect(wordsOf(inputOf('hybrid-corn-network', {}), 'elasticities')).toBe('');
    expect(wordsOf(inputOf('housing-satisfaction', {}), 'elasticities')).toBe('');
  });

  it('The view shows the groups that react the most, and the attributes that explain why effects differ', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const words = wordsOf(input, 'groups');
    const { figures, sources } = input.effects!;
    const { groups, variation } = figures[0]!;
    expect(words).toContain(`the 12 of ${groups.length} groups that react the most`);
    const percentagePoints = (value: number) => Math.abs(100 * value).toFixed(1);
    const [low, high] = groups[0]!.simultaneous_interval!;
    const [label] = Object.values(groups[0]!.group).map((group) => group.label);
    expect(words).toMatch(
      new RegExp(
        `${label}\n[^]*?${percentagePoints(groups[0]!.effect)}\n.?${percentagePoints(low)} to .?${percentagePoints(high)}`,
      ),
    );
    for (const { label: name, together } of variation!.attributes!.filter(({ together: own }) => own !== null))
      expect(words).toContain(
        `${name}\n${together!.share < 0 ? '−' : ''}${(100 * Math.abs(together!.share)).toFixed(1)}%\n`,
      );
    expect(words).toContain(`explain ${(100 * variation!.explained!.share).toFixed(1)}%`);
    expect(words).toContain(sources.text);
    expect(words).toContain('because they are unknown: model');
    // At the baseline, nothing reacts. Interacting agents have no individual effects.
    for (const other of [
      inputOf('swissmetro-mode-choice', {}),
      inputOf('technology-adoption-bass', { technology: 'internet' }),
    ])
      expect(wordsOf(other, 'groups')).not.toContain('react the most');
  });

  it('The view shows each adjustment of the workflow in words, with the limits of the adjusted model', () => {
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
    const section = wordsOf({ ...inputWith(definition, {}), adjustments }, 'adjustments');
    expect(section).toContain('an imported population with 50 rows, all with equal weights');
    expect(section).toContain('Their effective size is 50');
    expect(section).toMatch(new RegExp(`${urban.label}\ngiven\n.+ 100.0%\n`));
    expect(section).toMatch(/\ndrawn\nmedian [\d.,]+ .+; quartiles [\d.,]+ and [\d.,]+/);
    expect(section).toContain('The scenario does not offer: Car.');
    expect(section).toMatch(/\nMaglev <fast>\nTrain\n.+: 20 min; .+: 1.5 times\n/);
    expect(warnings.map(({ code }) => code)).toContain('population_differs');
    for (const { message } of warnings) expect(section).toContain(message);
    expect(section).not.toMatch(/NaN|undefined|\n(Segment|Calibration)/);

    const where = { urban: [groupIdOf(urban)] };
    const targets = [{ outcome: 'train', share: 0.2, standard_error: 0.02, where }];
    const segment = adjustDefinition(published, { where, targets }, { seed: 1, agentCount: 200 });
    const ofSegment = { published_digest: '0'.repeat(64), where, calibration_targets: targets, warnings: [] };
    const text = wordsOf({ ...inputWith(segment.definition, {}), adjustments: ofSegment }, 'adjustments');
    expect(text).toMatch(new RegExp(`which has [\\d.]+% of the population:\n${urban.label}: .+\n`));
    expect(text).toMatch(new RegExp(`Train \\(${urban.label}: .+\\)\n20.0%\n2.00 points\n`));
    expect(wordsOf(inputOf('intercity-mode-choice', {}), 'adjustments')).toBe('');
  });

  it('The view leads with the headline of its summary: an outcome, a group of outcomes or a measure', () => {
    for (const [id, label] of [
      ['car', 'Car'],
      ['rail', 'Train or Swissmetro'],
    ] as const) {
      const own = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
      const input = { ...own, summary: { ...own.summary, headline: { outcome: id, why: 'asked' as const } } };
      const { headline } = simulationView(input);
      expect(headline.text).toMatch(
        new RegExp(`^${label} [\\d.]+% → [\\d.]+%: [\\d.]+ points (more|fewer) \\(95% interval`),
      );
      expect(headline).toMatchObject({ figure: id, value: expect.stringMatching(/^[+−][\d.]+ points$/) as string });
      expect(headline.interval).toMatch(/^[+−][\d.]+ to [+−][\d.]+$/);
      expect(headline.chart).toMatchObject({ table: { rows: [{ header: label }, {}, {}, {}] } });
      expect(wordsOf(input, 'groups')).toContain(`${label}: difference from the baseline, by group`);
    }
    const ofMeasure = (json: string) => json.replace('"evidence":', '"headline_outcome": "visits", "evidence":');
    const measure = inputOf('health-insurance-visits', { plan: 'individual_deductible' }, ofMeasure);
    expect(simulationView(measure).headline.text).toMatch(/^Doctor visits /);
  });

  it('The report of a question shows the question, the words that set parameters, and the words without effect', async () => {
    const routedVia: ViewInput['routedVia'] = {
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
    expect(page).toContain(
      '<blockquote dir="auto">Who takes the &lt;b&gt;train&lt;/b&gt; at 40% lower fares in 2035?<',
    );
    const [section] = />How the question was read<\/h2>[^]*?<\/section>/.exec(page) ?? [''];
    for (const text of ['93.4%', '40% lower fares', 'Train fare', 'in 2035', 'a date in the future'])
      expect(section).toContain(text);
    expect(await render(inputOf('swissmetro-mode-choice', {}))).not.toMatch(/<blockquote|How the question was read/);
  });

  it('The headline begins with an assumed value, or states that no parameter expresses the change', async () => {
    const asked = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.9,
      question: 'Who takes the train with cheaper fares and <b>better</b> food?',
    };
    const headlineWith = async (context: object, parts: Partial<NonNullable<ViewInput['routedVia']>>) => {
      const input = inputOf('swissmetro-mode-choice', context as Record<string, number>);
      const page = await render({ ...input, routedVia: { ...asked, ...parts } });
      return /<p class="view-answer">([^<]*)</.exec(page)?.[1];
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

  it('The view lists the other simulations of a comparison', () => {
    const asked = {
      workflow_id: 'swissmetro-mode-choice',
      workflow_name: 'Swissmetro mode choice',
      confidence: 0.9,
      question: 'Who takes the train at today’s or 40% lower fares?',
    };
    const words = 'today’s or 40% lower fares';
    const id = `sim_${'2'.repeat(32)}`;
    const also = [{ id, words, values: { train_cost_factor: 0.6 }, compare_url: null }];
    const section = wordsOf({ ...inputOf('swissmetro-mode-choice', {}), routedVia: { ...asked, also } }, 'question');
    for (const text of [id, 'Train fare: 40% lower', words]) expect(section).toContain(text);
  });

  it('The view shows the four parts of the error of the headline, names the missing parts, and names transport', () => {
    const words = wordsOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }), 'uncertainty');
    for (const part of ['Simulation', 'Estimation', 'Population', 'Model']) expect(words).toContain(`\n${part}\n`);
    expect(words).toMatch(/\nMissing:\n\S/);
    expect(words).toContain('Not in any interval:\ntransport');
    expect(words).not.toMatch(/sampling error/i);
  });

  it('The report of a simulation with one agent shows the mean without an interval', async () => {
    const page = await render(inputOf('health-insurance-visits', { plan: 'individual_deductible' }, (json) => json, 1));
    expect(page).toMatch(/<th[^>]*>This scenario<\/th><td[^>]*>[\d.]+<small>–<\/small><\/td>/);
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

  it('The numbers of charts and tables with more than eight rows are folded, and other tables are open', async () => {
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    const tables = [
      ...page.matchAll(/(<\/figure>|<\/summary>)?<div class="view-table"[^>]*><table[^>]*>([^]*?)<\/table>/g),
    ];
    const folded = tables.map(
      ([, before, content]) => [before === '</summary>', count(content!, /<tr>/g) - 1] as const,
    );
    const figures = [...page.matchAll(/<figure>[^]*?<\/figure>/g)];
    expect(figures.every(([figure]) => /<details><summary>The numbers of this chart<\/summary><div/.test(figure))).toBe(
      true,
    );
    const open = folded.filter(([isFolded]) => !isFolded);
    expect(open.length).toBeGreaterThan(1);
    for (const [, rows] of open) expect(rows).toBeLessThanOrEqual(8);
  });

  it('The view states in one sentence how large the held-out error is, and whether the direction of a change is clear', () => {
    const boxOf = (input: ViewInput) => simulationView(input).trust.join(' ');
    for (const [slug, context] of workflows)
      expect(boxOf(inputOf(slug, context))).toMatch(/observations that were not used for fitting, [^.]*\d/);
    const box = boxOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    expect(box).toContain(
      'the model predicted 13.7% for “Train”, and 12.6% were observed: an error of 1.1 percentage points.',
    );
    expect(box).toContain('The held-out data do not compare values of “Train fare”');
    expect(box).toContain('does not include the error of an extrapolation');
    expect(box).toContain('outside the calibrated range');
    const inside = boxOf(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.8 }));
    expect(inside).toContain('zero: within this model, the direction of the change is clear');
    const tested = boxOf(inputOf('gotv-social-pressure', { mailing: 'neighbors' }));
    expect(tested).toContain('zero: the direction of the change is clear');
    expect(tested).toMatch(/\d differences of “Voted” between held-out groups were predicted with a mean error of/);
    expect(boxOf(inputOf('swissmetro-mode-choice', {}))).not.toContain('zero');
  });

  it('The view shows the transcripts of the first agent whose outcome changes and the first whose outcome does not', () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expect(input.agents.map(({ selection }) => selection)).toEqual(['changed', 'unchanged']);
    const words = wordsOf(input, 'agents');
    for (const { id, transcript } of input.agents)
      for (const text of [id, ...transcript]) expect(words).toContain(text);
    expect(wordsOf({ ...input, agents: null }, 'agents')).toContain('The results of single agents are not available');
    expect(wordsOf({ ...input, agents: null, isShared: true }, 'agents')).toBe('');
  });

  it('The view of a comparison names both simulations, their values in words, and the difference', () => {
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
    const input: ViewInput = {
      ...first!,
      summary: { ...comparison.summary, headline: { outcome: 'train', why: 'parameter' } },
      compared,
    };
    const view = simulationView(input);
    expect(view.scenario).toEqual([
      'Simulation A: Train fare: 25% higher',
      expect.stringMatching(/^Simulation B: Train fare: 40% lower/),
    ]);
    expect(view.headline.text).toMatch(/^Train: [\d.]+% in simulation A, [\d.]+% in simulation B \(B minus A: \+/);
    expect(wordsOf(input, 'result')).toContain('its scenario was evaluated on the agents of simulation B');
    expect(JSON.stringify(view)).not.toMatch(/"label":"baseline"|NaN|undefined/);
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
    expect(page.replaceAll(/<style>[^]*?<\/style>/g, '')).not.toMatch(/(fill|stroke)="#/);
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
    expect(count(page, / aria-label="[^"<]*&quot;/g)).toBeGreaterThan(0);
  });
});

/** The texts of blocks, without the data of charts. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (['type', 'chart'].includes(name) ? [] : textsOf(part)));
}
