import { isRandomized } from './experiments.js';

describe('isRandomized', () => {
  it('The kind of the data decides for parameters without a statement', () => {
    const kinds = ['experiment', 'stated_preference', 'revealed_preference', 'panel', 'observational'] as const;
    expect(kinds.filter((kind) => isRandomized({}, { data: { kind } }))).toEqual(['experiment', 'stated_preference']);
    expect(isRandomized({ randomized: false }, { data: { kind: 'experiment' } })).toBe(false);
    expect(isRandomized({ randomized: true }, { data: { kind: 'observational' } })).toBe(true);
  });
});
