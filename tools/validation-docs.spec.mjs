import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSection } from './generated-docs.mjs';
import { predictionPlot } from './prediction-plot.mjs';
import {
  contrastsTable,
  coverageTable,
  heldOutTable,
  plotsOf,
  staleHeldOut,
  subgroupsTable,
  testedEffectsTable,
  widthTables,
} from './validation-docs.mjs';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const definitions = readdirSync(join(root, 'catalog'))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(read(`catalog/${name}`)));
const coverage = JSON.parse(read('docs/validation/coverage.json'));
const heldOut = JSON.parse(read('docs/validation/held-out.json'));

/** If one of these tests fails, run: npm run docs:validation */
describe('docs/analyst/validation.md', () => {
  it('The page shows the recorded coverage of the intervals', () => {
    const text = read('docs/analyst/validation.md');
    expect(withSection(text, 'coverage', coverageTable(coverage))).toBe(text);
  });

  it('docs/analyst/interval-widths.md shows the recorded widths of the intervals relative to those of R', () => {
    const text = read('docs/analyst/interval-widths.md');
    expect(withSection(text, 'widths', widthTables(coverage))).toBe(text);
  });

  it('The page shows the recorded held-out checks', () => {
    const text = read('docs/analyst/validation.md');
    expect(withSection(text, 'held-out', heldOutTable(heldOut, definitions))).toBe(text);
  });

  it('The page shows the recorded effects of the experiment by group', () => {
    const text = read('docs/analyst/validation.md');
    const subgroups = JSON.parse(read('docs/validation/subgroups.json'));
    expect(withSection(text, 'subgroups', subgroupsTable(subgroups, definitions))).toBe(text);
  });

  it('docs/analyst/experiments.md shows the effects of experiments next to the stated intervals, which contain 95% or more of them', () => {
    const text = read('docs/analyst/experiments.md');
    const contrasts = contrastsTable(definitions);
    expect(withSection(text, 'contrasts', contrasts)).toBe(text);
    const [, inside, all] = /(\d+) of (\d+) effects are inside\.$/.exec(contrasts);
    expect(Number(inside) / Number(all)).toBeGreaterThanOrEqual(0.95);
  });

  it('docs/user/intervals.md shows the tested effects and their model errors', () => {
    const text = read('docs/user/intervals.md');
    const tested = JSON.parse(read('docs/validation/tested-effects.json'));
    expect(withSection(text, 'tested-effects', testedEffectsTable(tested, definitions))).toBe(text);
  });

  it('The plots show the held-out results of the current definitions', () => {
    const plots = plotsOf(definitions);
    for (const [file, svg] of plots) expect({ file, svg: read(`docs/${file}`) }).toEqual({ file, svg });
    expect(readdirSync(join(root, 'docs/images/validation'))).toHaveLength(plots.size);
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
