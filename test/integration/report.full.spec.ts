import type { ViewInput } from '../../src/simulations/view/view-input.js';
import { countOf, expectCompleteReport, Reports } from '../support/reports.js';
import { inputOf, workflows } from '../support/view-inputs.js';

const others = workflows.filter(([slug]) => slug !== 'swissmetro-mode-choice');

describe('reports of every family', () => {
  const reports = new Reports();
  afterAll(() => reports.close());
  const render = (input: ViewInput) => reports.render(input);

  it('Reports show years without thousands separators and parameter values with all digits', async () => {
    const page = await render(inputOf('hybrid-corn-network', {}));
    expect(countOf(page, />19\d\d</g)).toBeGreaterThan(10);
    expect(countOf(page, />1,9\d\d</g)).toBe(0);
    expect(await render(inputOf('alt-fuel-vehicle-choice', { electric_range: 123.4 }))).toContain('123.4 miles');
  });

  it.each([...others, ['intercity-mode-choice', {}] as (typeof workflows)[number]])(
    'The report of %s at %j has a table and a label for each plot, and no scripts or external resources',
    async (slug, context) => {
      const input = inputOf(slug, context);
      expectCompleteReport(await render(input), input);
    },
  );

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
