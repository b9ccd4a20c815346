import { join } from 'node:path';
import { Thread } from '../../src/common/thread.js';
import type { Report } from '../../src/simulations/report/report-threads.service.js';
import { simulationView } from '../../src/simulations/view/simulation-view.js';
import type { ViewInput } from '../../src/simulations/view/view-input.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { projectFolder } from '../support/operator.js';
import { inputOf, workflows } from '../support/view-inputs.js';

const links = [{ label: 'Agents as CSV', url: 'https://app.example.com/v1/simulations/sim_1/results?format=csv' }];

/** Number of matches in a page. */
const countOf = (page: string, pattern: RegExp): number => page.match(pattern)?.length ?? 0;

describe('reports', () => {
  const thread = new Thread<Report, string>(join(projectFolder, 'dist/src/simulations/report/report.thread.js'));
  afterAll(() => thread.close());

  // Tests share reports, which take much of their time.
  const pages = new Map<ViewInput, Promise<string>>();
  function render(input: ViewInput): Promise<string> {
    const page = pages.get(input) ?? thread.run({ view: simulationView(input), kind: 'report', links });
    pages.set(input, page);
    return page;
  }

  it.each(rowsOf(workflows.slice(0, 1), [...workflows.slice(1), ['intercity-mode-choice', {}]]))(
    'The report of %s at %j has a table and a label for each plot, and no scripts or external resources',
    async (slug, context) => {
      const input = inputOf(slug, context);
      const { summary } = input;
      const page = await render(input);
      const plots = countOf(page, /<svg /g);
      expect(plots).toBeGreaterThan(2);
      expect(countOf(page, /<div class="view-(wide|narrow)" role="img" aria-label="[^"]+"><svg /g)).toBe(plots);
      // Each plot is drawn for wide and for narrow screens.
      expect(countOf(page, /<figure>[^]*?<table[ >][^]*?<\/figure>/g)).toBe(plots / 2);
      expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\son[a-z]+=|\sstyle=|\ssrc=/i);
      for (const [, target] of page.matchAll(/\shref="([^"]*)"/g))
        expect(target).toMatch(/^(#[a-z-]+$|https:\/\/app\.example\.com\/v1\/simulations\/)/);
      expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
      for (const { label, share } of summary.outcomes) {
        expect(page).toContain(label.replaceAll("'", '&#x27;'));
        expect(page).toContain(`${(100 * share).toFixed(1)}%`);
      }
      for (const heading of ['Scenario', 'Uncertainty', 'Evidence', 'How far to trust this', 'Limits', 'Reproduction'])
        expect(page).toContain(`>${heading}</h2>`);
      for (const [, id] of page.matchAll(/<a href="#([a-z-]+)"/g)) expect(page).toContain(`<section id="${id}"`);
    },
  );

  it('The first page has the name and the question, escaped, and the first five limits; further limits are among the details', async () => {
    const question = 'Who takes the <b>train</b> at 40% lower fares?';
    const asked = { workflow_id: '', workflow_name: '', confidence: 0.9, question };
    const own = inputOf('conservation-wtp', { price: 2 });
    const { limits } = own.definition.evidence;
    expect(limits.length).toBeGreaterThan(5);
    const page = await render({ ...own, name: 'Fares <b>2026</b>', routedVia: asked });
    const [first, details] = page.split('<div class="view-details">');
    expect(first).toContain('<h1>Fares &lt;b&gt;2026&lt;/b&gt;</h1>');
    expect(first).toContain(
      '<blockquote dir="auto">Who takes the &lt;b&gt;train&lt;/b&gt; at 40% lower fares?</blockquote>',
    );
    const [, shown] = /id="limits"[^]*?<ul>([^]*?)<\/ul>/.exec(first!)!;
    expect(countOf(shown!, /<li>/g)).toBe(5);
    const [, further] = />Further limits<\/h2><ul>([^]*?)<\/ul>/.exec(details!)!;
    expect(countOf(further!, /<li>/g)).toBe(limits.length - 5);
    expect(await render(inputOf('swissmetro-mode-choice', {}))).not.toContain('<blockquote');
  });

  it('The numbers of charts and tables with more than eight rows are folded, and other tables are open', async () => {
    const page = await render(inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 }));
    const tables = page.matchAll(/(<details><summary>([^<]*)<\/summary>)?<div class="view-table"[^]*?<\/table>/g);
    const found = [...tables].map(([table, folded, summary]) => ({
      isFolded: folded !== undefined,
      isOfChart: summary === 'The numbers of this chart',
      rows: countOf(table, /<tr>/g) - 1,
    }));
    const others = found.filter(({ isOfChart }) => !isOfChart);
    expect(found.length - others.length).toBe(countOf(page, /<figure>/g));
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
    expect(countOf(page, / aria-label="[^"<]*&quot;/g)).toBeGreaterThan(0);
  });

  itInFullLevel('Reports show years without thousands separators and parameter values with all digits', async () => {
    const page = await render(inputOf('hybrid-corn-network', {}));
    expect(countOf(page, />19\d\d</g)).toBeGreaterThan(10);
    expect(countOf(page, />1,9\d\d</g)).toBe(0);
    expect(await render(inputOf('alt-fuel-vehicle-choice', { electric_range: 123.4 }))).toContain('123.4 miles');
  });

  itInFullLevel('The report of a simulation with one agent shows the mean without an interval', async () => {
    const page = await render(inputOf('health-insurance-visits', { plan: 'individual_deductible' }, (json) => json, 1));
    expect(page).toMatch(/<th[^>]*>This scenario<\/th><td[^>]*>[\d.]+<small>–<\/small><\/td>/);
    expect(page).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  itInFullLevel('No label of a chart crosses the line at zero', async () => {
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
        const [rule] = /<g stroke="currentColor" data-mark="rule"><line [^>]*>/.exec(chart)!;
        const [zero, top] = [/x1="([\d.]+)"/, /y1="([\d.]+)"/].map((end) => Number(end.exec(rule)![1]));
        const groups = [...chart.matchAll(/<g ([^>]*)data-mark="text">([^]*?)<\/g>/g)];
        for (const [, attributes, texts] of groups) {
          const [right = 0, down = 0] =
            /translate\((-?[\d.]+),(-?[\d.]+)/.exec(attributes!)?.slice(1).map(Number) ?? [];
          const labels = texts!.matchAll(/<text transform="translate\(([\d.]+),([\d.]+)[^>]*>([^]*?)<\/text>/g);
          for (const [, x, y, label] of labels) {
            // The label of the reference line is above the line at zero.
            if (Number(y) + down < top!) continue;
            const start = Number(x) + right;
            const isAtLeft = attributes!.includes('"end"')
              ? start <= zero!
              : start + Math.max(...label!.split(/<[^>]*>/).map((line) => 5.5 * line.length)) <= zero!;
            expect([slug, label, isAtLeft || start > zero! + 5]).toEqual([slug, label, true]);
          }
        }
      }
    }
  });
});
