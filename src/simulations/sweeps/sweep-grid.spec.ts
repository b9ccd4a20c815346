import { gridOf, sweptParameters } from './sweep-grid.js';
import type { CreateSweep } from './sweep.schema.js';

const request = (parameters: CreateSweep['parameters'], scenario_context = {}): CreateSweep => ({
  ...{ workflow_id: 'any', parameters, scenario_context },
});
const problems = (sweep: CreateSweep) => {
  try {
    sweptParameters(sweep);
    return undefined;
  } catch (error) {
    return (error as { meta: { issues: { path: string; message: string }[] } }).meta.issues.map(({ path }) => path);
  }
};

describe('the points of a sweep', () => {
  it('a range takes the values that were meant, both ends among them', () => {
    expect(sweptParameters(request([{ name: 'a', from: 0, to: 0.5, steps: 6 }]))[0]?.values).toEqual([
      ...[0, 0.1, 0.2, 0.3, 0.4, 0.5],
    ]);
    expect(sweptParameters(request([{ name: 'a', from: 2, to: 1, steps: 2 }]))[0]?.values).toEqual([2, 1]);
  });

  it('each value of one goes with each of the other, the last moves fastest', () => {
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

  it('200 points are the most, and each parameter is set in one place', () => {
    const range = (name: string, steps: number) => ({ name, from: 0, to: 1, steps });
    expect(problems(request([range('a', 20), range('b', 10)]))).toBeUndefined();
    expect(problems(request([range('a', 67), range('b', 3)]))).toEqual(['parameters']);
    expect(problems(request([range('a', 2), range('a', 2)]))).toEqual(['parameters.1.name']);
    expect(problems(request([range('a', 2)], { a: 1 }))).toEqual(['parameters.0.name']);
  });
});
