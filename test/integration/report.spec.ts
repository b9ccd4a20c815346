import { simulationView } from '../../src/simulations/view/simulation-view.js';
import type { ViewInput } from '../../src/simulations/view/view-input.js';
import { countOf, expectCompleteReport, Reports } from '../support/reports.js';
import { inputOf } from '../support/view-inputs.js';

describe('reports', () => {
  const reports = new Reports();
  afterAll(() => reports.close());
  const render = (input: ViewInput) => reports.render(input);

  it('The report of swissmetro-mode-choice at {"train_cost_factor":0.6} has a table and a label for each plot, and no scripts or external resources', async () => {
    const input = inputOf('swissmetro-mode-choice', { train_cost_factor: 0.6 });
    expectCompleteReport(await render(input), input);
  });

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
});
