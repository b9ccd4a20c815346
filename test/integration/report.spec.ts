import { join } from 'node:path';
import { Thread } from '../../src/common/thread.js';
import type { Report } from '../../src/simulations/report/report-threads.service.js';
import { simulationView } from '../../src/simulations/view/simulation-view.js';
import type { ViewInput } from '../../src/simulations/view/view-input.js';
import { projectFolder } from '../support/operator.js';
import { inputOf, workflows } from '../support/view-inputs.js';

describe('reports', () => {
  const thread = new Thread<Report, string>(join(projectFolder, 'dist/src/simulations/report/report.thread.js'));
  const links = [{ label: 'Agents as CSV', url: 'https://app.example.com/v1/simulations/sim_1/results?format=csv' }];
  // Tests share reports, which take much of the time of this file.
  const pages = new Map<ViewInput, Promise<string>>();
  const render = (input: ViewInput) => {
    const page = pages.get(input) ?? thread.run({ view: simulationView(input), kind: 'report', links });
    pages.set(input, page);
    return page;
  };
  afterAll(() => thread.close());

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

  it('The first page has the question, escaped, and the first five limits; further limits are among the details', async () => {
    const question = 'Who takes the <b>train</b> at 40% lower fares?';
    const asked = { workflow_id: '', workflow_name: '', confidence: 0.9, question };
    const own = inputOf('conservation-wtp', { price: 2 });
    const { limits } = own.definition.evidence;
    expect(limits.length).toBeGreaterThan(5);
    const [first, details] = (await render({ ...own, routedVia: asked })).split('<div class="view-details">');
    expect(first).toContain(
      '<blockquote dir="auto">Who takes the &lt;b&gt;train&lt;/b&gt; at 40% lower fares?</blockquote>',
    );
    const [, shown] = /id="limits"[^]*?<ul>([^]*?)<\/ul>/.exec(first!)!;
    expect(count(shown!, /<li>/g)).toBe(5);
    const [, further] = />Further limits<\/h2><ul>([^]*?)<\/ul>/.exec(details!)!;
    expect(count(further!, /<li>/g)).toBe(limits.length - 5);
    expect(await render(inputOf('swissmetro-mode-choice', {}))).not.toContain('<blockquote');
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
    const tables = page.matchAll(/(<details><summary>([^<]*)<\/summary>)?<div class="view-table"[^]*?<\/table>/g);
    const found = [...tables].map(([table, folded, summary]) => ({
      isFolded: folded !== undefined,
      isOfChart: summary === 'The numbers of this chart',
      rows: count(table, /<tr>/g) - 1,
    }));
    const others = found.filter(({ isOfChart }) => !isOfChart);
    expect(found.length - others.length).toBe(count(page, /<figure>/g));
    for (const { isFolded, rows } of others) expect([rows, isFolded]).toEqual([rows, rows > 8]);
    expect(new Set(others.map(({ isFolded }) => isFolded)).size).toBe(2);
  });

  it('Intervals in a chart surround their values, in proportion, and all marks are inside the drawing', async () => {
    const own = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    const { chart } = simulationView(own).headline;
    if (chart?.type !== 'figure' || chart.chart.type !== 'intervals') throw new Error('no intervals');
    const values = chart.chart.rows.map((row) => row.values[0]!);
    const drawings = (await render(own)).match(/<svg [^]*?<\/svg>/g)!.slice(0, 2);
    for (const drawing of drawings) {
      const width = Number(/ viewBox="0 0 (\d+)/.exec(drawing)![1]);
      const [lines, dots] = ['rule', 'dot'].map(
        (mark) => new RegExp(`<g [^>]*="var\\(--scenario\\)"[^>]* data-mark="${mark}">([^]*?)</g>`).exec(drawing)![1]!,
      );
      const numbers = (text: string, name: string) =>
        [...text.matchAll(new RegExp(` ${name}="([\\d.]+)"`, 'g'))].map(([, x]) => Number(x));
      const middles = numbers(dots!, 'cx');
      const highs = numbers(lines!, 'x2');
      const ends = numbers(lines!, 'x1').map((low, k) => [low, highs[k]!]);
      expect([ends.length, middles.length]).toEqual([values.length, values.length]);
      const scale = (middles[0]! - middles[1]!) / (values[0]!.value - values[1]!.value);
      values.forEach(({ value, interval }, k) => {
        const [low, high] = interval!.map((end) => middles[k]! + scale * (end - value));
        expect(ends[k]![0]).toBeCloseTo(low!, 0);
        expect(ends[k]![1]).toBeCloseTo(high!, 0);
      });
      for (const x of [...ends.flat(), ...middles]) expect(x > 0 && x < width).toBe(true);
    }
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
