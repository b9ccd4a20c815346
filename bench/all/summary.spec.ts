import { selected } from './selection.js';
import { summarize } from './summary.js';

const figure = { case: 'a pass', unit: 'ms', against: 'C' };

describe('all benchmarks', () => {
  it('The figures of several runs are summarized as median, minimum and maximum', () => {
    const alone = { case: 'size', value: 4, unit: 'MB', against: null, ratio: null };
    const runs = [5, 1, 3].map((value) => [{ ...figure, value, ratio: value / 10 }, alone]);
    expect(summarize(runs)).toEqual([
      {
        ...figure,
        value: { median: 3, minimum: 1, maximum: 5 },
        ratio: { median: 0.3, minimum: 0.1, maximum: 0.5 },
      },
      { ...alone, value: { median: 4, minimum: 4, maximum: 4 } },
    ]);
  });

  it('Figures of one case with different units are not mixed', () => {
    const rates = [
      { ...figure, unit: 'per second', value: 5, ratio: 1 },
      { ...figure, unit: 'per CPU-second', value: 9, ratio: 2 },
    ];
    expect(summarize([rates, rates]).map(({ unit, value }) => [unit, value.minimum, value.maximum])).toEqual([
      ['per second', 5, 5],
      ['per CPU-second', 9, 9],
    ]);
  });

  it('Benchmarks with a reason to leave them out run only with --long or by name', () => {
    const listed = [
      { benchmark: { name: 'short', about: '', run: () => Promise.resolve([]) }, maxMinutes: 1 },
      { benchmark: { name: 'data', about: '', run: () => Promise.resolve([]) }, maxMinutes: 1, leftOut: 'needs data' },
    ];
    const namesOf = (names: string[], long: boolean) =>
      selected(listed, { names, long }).map(({ benchmark }) => benchmark.name);
    expect([namesOf([], false), namesOf([], true)]).toEqual([['short'], ['short', 'data']]);
    expect(namesOf(['data'], false)).toEqual(['data']);
    expect(() => namesOf(['unknown'], false)).toThrow('no benchmark with the name unknown');
  });
});
