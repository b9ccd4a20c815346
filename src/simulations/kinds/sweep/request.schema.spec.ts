import { gridOf, sweptParameters, type CreateSweep } from './request.schema.js';

const request = (parameters: CreateSweep['parameters'], scenario_context = {}): CreateSweep => ({
  workflow_id: 'any',
  parameters,
  scenario_context,
});
const issuePaths = (sweep: CreateSweep) => {
  try {
    sweptParameters(sweep);
    return undefined;
  } catch (error) {
    return (error as { meta: { issues: { path: string; message: string }[] } }).meta.issues.map(({ path }) => path);
  }
};

describe('sweep grid', () => {
  it('A range has evenly spaced values without rounding errors, including both ends', () => {
    const tenths = sweptParameters(request([{ name: 'a', from: 0, to: 0.5, steps: 6 }]));
    expect(tenths[0]?.values).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(sweptParameters(request([{ name: 'a', from: 2, to: 1, steps: 2 }]))[0]?.values).toEqual([2, 1]);
  });

  it('Two parameters form a grid of all pairs of values, in which the last parameter changes fastest', () => {
    const grid = gridOf([
      { name: 'a', values: [1, 2] },
      { name: 'b', values: ['x', 'y'] },
    ]);
    expect(grid).toEqual([
      { a: 1, b: 'x' },
      { a: 1, b: 'y' },
      { a: 2, b: 'x' },
      { a: 2, b: 'y' },
    ]);
  });

  it('A sweep with more than 200 points, or with a parameter that is set twice, is rejected', () => {
    const range = (name: string, steps: number) => ({ name, from: 0, to: 1, steps });
    expect(issuePaths(request([range('a', 20), range('b', 10)]))).toBeUndefined();
    expect(issuePaths(request([range('a', 67), range('b', 3)]))).toEqual(['parameters']);
    expect(issuePaths(request([range('a', 2), range('a', 2)]))).toEqual(['parameters.1.name']);
    expect(issuePaths(request([range('a', 2)], { a: 1 }))).toEqual(['parameters.0.name']);
  });
});
