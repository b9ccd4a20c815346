import { goals, goalTable, ratioTable, scaleTable } from './benchmark-docs.mjs';

const spread = (median, minimum = median, maximum = median) => ({ median, minimum, maximum });

describe('docs/operator/performance.md and scale.md', () => {
  it('A figure is found by its case, unit and comparison, and shows its range over several runs', () => {
    const figure = (unit, median) => ({
      case: 'POST /v1/simulations',
      unit,
      value: spread(1),
      against: 'the same transaction by hand (express, pg)',
      ratio: spread(median, median - 0.1, median + 0.1),
    });
    const figures = [figure('creates per second', 0.5), figure('creates per CPU-second', 0.8)];
    const rows = goalTable({ benchmarks: [{ name: 'create', figures }] }).split('\n');
    expect(rows.filter((row) => row.startsWith('|'))).toHaveLength(goals.length + 2);
    expect(rows.find((row) => row.includes('POST /v1/simulations'))).toContain('0.80 (0.70 to 0.90)');
    expect(rows.find((row) => row.includes('Small simulations, one worker'))).toContain('not measured');
  });

  it('Each goal is met, missed or not measured, and the first sentence counts them', () => {
    const figure = (agents, median) => ({
      case: `created → completed, p50, ${agents} agents`,
      unit: 'ms',
      value: spread(1),
      against: `the engine alone, ${agents} agents`,
      ratio: spread(median),
    });
    const rowsOf = (figures) => goalTable({ benchmarks: [{ name: 'simulation', figures }] }).split('\n');
    const metOf = (rows, what) =>
      rows
        .find((row) => row.includes(what))
        .split('|')
        .at(-3)
        .trim();
    const rows = rowsOf([figure('1,000', 2.5), figure('10,000', 1.81)]);
    expect(metOf(rows, 'Created → completed, 1,000')).toBe('yes');
    expect(metOf(rows, 'Created → completed, 10,000')).toBe('no');
    expect(metOf(rows, 'Small simulations')).toBe('not measured');
    expect(rows[0]).toBe(`Of ${goals.length} goals, 1 are met, 1 are missed and ${goals.length - 2} are not measured.`);
  });

  it('A goal of at least a value is missed below it', () => {
    const rate = { case: 'completed by 1 worker', unit: 'per second', value: spread(215), against: null, ratio: null };
    const rows = goalTable({ benchmarks: [{ name: 'queue', figures: [rate] }] }).split('\n');
    expect(rows.find((row) => row.includes('Small simulations, one worker'))).toMatch(/\| no +\|/);
  });

  const figures = [
    { case: 'bare pass', unit: 'ms', value: spread(0.5), against: 'C -O3', ratio: spread(0.9) },
    { case: 'bare pass in C -O3', unit: 'ms', value: spread(0.6), against: null, ratio: null },
  ];

  it('The table of ratios contains only figures with a comparison, of benchmarks with a goal', () => {
    const text = ratioTable({ benchmarks: ['engine', 'lists'].map((name) => ({ name, figures })) });
    expect(text).toMatch(/`engine` +\| bare pass +\| 0\.50 ms +\| 0\.90 × C -O3/);
    expect(text).not.toContain('bare pass in C');
    expect(text).not.toContain('`lists`');
  });

  it('The table of scale also contains figures without a comparison', () => {
    const text = scaleTable({ benchmarks: [{ name: 'scale', figures }] });
    expect(text).toMatch(/bare pass +\| 0\.50 ms +\| 0\.90 × C -O3/);
    expect(text).toMatch(/bare pass in C -O3 +\| 0\.60 ms +\|  +\|/);
  });
});
