import { definitions, readJson } from './docs-sections.mjs';
import { predictionPlot } from './prediction-plot.mjs';
import { contrastsTable, staleHeldOut } from './validation-docs.mjs';

const heldOut = readJson('docs/validation/held-out.json');

describe('docs/analyst/validation.md', () => {
  it('The stated intervals contain 95% or more of the effects of experiments', () => {
    const [, inside, all] = /(\d+) of (\d+) effects are inside\.$/.exec(contrastsTable(definitions));
    expect(Number(inside) / Number(all)).toBeGreaterThanOrEqual(0.95);
  });

  // If this test fails, run first: npm run bench -- held-out --record
  it('The held-out checks come from the fits of the current definitions', () => {
    expect(staleHeldOut(heldOut, definitions)).toEqual([]);
  });

  it('A workflow that was calibrated again after the held-out checks is stale', () => {
    const [first] = definitions;
    const fits = first.evidence.fits.map((fit) => ({ ...fit, log_likelihood: 1.001 * fit.log_likelihood }));
    const changed = [{ ...first, evidence: { ...first.evidence, fits } }];
    expect(staleHeldOut(heldOut, changed)).toEqual([first.workflow_id]);
  });
});

describe('Plot of predicted and observed shares', () => {
  const points = [
    { kind: 'all', predicted: 20, observed: 30, standardError: 2 },
    { kind: 'segment', predicted: 50, observed: 50 },
  ];

  it('The plot has one dot for each point and one line for each standard error', () => {
    const svg = predictionPlot('Title', points);
    expect(svg.match(/<circle /g)).toHaveLength(2);
    expect(svg.match(/stroke-opacity/g)).toHaveLength(1);
  });

  it('The plot escapes its title', () => {
    expect(predictionPlot('a "b" & <c>', points)).toContain('aria-label="a &quot;b&quot; &amp; &lt;c>"');
  });

  it('A point with equal values is on the diagonal', () => {
    const svg = predictionPlot('Title', [{ kind: 'all', predicted: 40, observed: 40 }]);
    const [, x, y] = /cx="([\d.]+)" cy="([\d.]+)"/.exec(svg);
    const [, left, bottom, right, top] = /M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)" stroke="#8a8a8a"/.exec(svg).map(Number);
    expect((Number(x) - left) / (right - left)).toBeCloseTo((bottom - Number(y)) / (bottom - top), 2);
  });
});
