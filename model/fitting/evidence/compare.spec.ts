import type { BoundFamily } from '../family-fit.js';
import { Comparison } from './compare.js';

/** Four rows of one target. Each represents one respondent, except the last, which represents none. */
function comparison(simulated: readonly number[], variance: number) {
  const bound = { observed: () => [{ value: 0.5, standardError: NaN }] } as unknown as BoundFamily;
  const ones = Float64Array.of(1, 1, 1, 1);
  const model = { bound, counts: ones, simulationWeights: Float64Array.of(1, 1, 1, 0) };
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
  it('A mean weights each row by the respondents it represents', () => {
    const [compared] = comparison([0.3, 0.4, 0.5], 0.002).compare(rows);
    expect(compared).toEqual({ observed: 0.5, predicted: 0.4, simulated: 0.4 });
  });

  it('Agents disagree with the closed form only if the difference exceeds random error', () => {
    const within = comparison([0.3, 0.5, 0.7], 0.002);
    within.compare(rows);
    expect(within.disagreements).toEqual([]);
    const beyond = comparison([0.4, 0.6, 0.8], 0.002);
    beyond.compare(rows);
    expect(beyond.disagreements).toHaveLength(1);
    expect(beyond.disagreements[0]).toMatchObject({ target: { id: 'yes' } });
  });

  it('A difference between groups equals the difference of their comparisons', () => {
    const apart = comparison([0.2, 0.4, 0.9], 0.0001);
    apart.compareDifference(Int32Array.of(2), Int32Array.of(0), 0);
    expect(apart.disagreements).toHaveLength(1);
  });
});
