import { type BoundFamily } from '../families/family-fit.js';
import { Comparison } from './compare.js';

/** Four rows of one target, of which each is one person but the last, who stands for nobody. */
function comparison(simulated: readonly number[], variance: number) {
  const bound = { observed: () => [{ value: 0.5, error: NaN }] } as unknown as BoundFamily;
  const ones = Float64Array.of(1, 1, 1, 1);
  const model = { bound, answers: ones, people: Float64Array.of(1, 1, 1, 0) };
  const expected = { targets: 1, values: Float64Array.of(0.2, 0.4, 0.6, NaN) };
  const values = Float64Array.from([...simulated, NaN]);
  const variances = new Float64Array(4).fill(variance);
  return new Comparison(model, [{ kind: 'outcome', id: 'yes' }], expected, {
    targets: 1,
    values,
    variances,
    agents: 100,
    count: 300,
  });
}

const rows = Int32Array.of(0, 1, 2, 3);

describe('Comparison', () => {
  it('takes means over the people that rows stand for', () => {
    const [compared] = comparison([0.3, 0.4, 0.5], 0.002).of(rows);
    expect(compared).toEqual({ observed: 0.5, predicted: 0.4, simulated: 0.4 });
  });

  it('tells agents that leave the closed form by more than their luck, and no others', () => {
    const within = comparison([0.3, 0.5, 0.7], 0.002);
    within.of(rows);
    expect(within.disagreements).toEqual([]);
    const beyond = comparison([0.4, 0.6, 0.8], 0.002);
    beyond.of(rows);
    expect(beyond.disagreements).toHaveLength(1);
    expect(beyond.disagreements[0]).toMatchObject({ target: { id: 'yes' } });
  });

  it('compares differences of groups as it compares groups', () => {
    const apart = comparison([0.2, 0.4, 0.9], 0.0001);
    apart.between(Int32Array.of(2), Int32Array.of(0), 0);
    expect(apart.disagreements).toHaveLength(1);
  });
});
