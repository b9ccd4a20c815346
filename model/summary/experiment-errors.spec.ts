import { type Arms, experimentError, type ModeledDifference } from './experiment-errors.js';

type Residuals = NonNullable<Arms['residuals']>[number];

/** Two arms with independent means of this standard error, in all respondents and in halves of them. */
function armsWith(means: readonly number[], ofWomen: readonly number[], error = 1): Arms {
  const covariance = [error ** 2, 0, error ** 2];
  const half = { attribute: 'sex', share: 0.5, covariance: covariance.map((own) => 2 * own) };
  const residuals: Residuals = {
    ...{ id: 'visits', means: [...means], covariance },
    groups: [
      { ...half, group: 'women', means: [...ofWomen] },
      { ...half, group: 'men', means: means.map((own, k) => 2 * own - ofWomen[k]!) },
    ],
  };
  return { values: ['none', 'letter'], shares: false, measures: [], residuals: [residuals] };
}

const modeled: ModeledDifference = {
  ...{ id: 'visits', values: ['letter', 'none'], groups: [], difference: 5, estimation: Math.SQRT2 },
};
const women = [{ attribute: 'sex', group: 'women' }];

describe('the error of a difference between the arms of an experiment', () => {
  it('Is 0 in all respondents if the estimate is as precise as the data and reproduces them', () => {
    expect(experimentError(armsWith([0, 0], [0, 0]), modeled)).toEqual({ shift: 0, standardError: 0 });
  });

  it('Moves the interval to the data if their errors do not explain the distance, and hardly if they do', () => {
    const precise = { ...modeled, estimation: 0.1 };
    const far = experimentError(armsWith([0, 10], [0, 10]), precise)!;
    expect(far.shift).toBeGreaterThan(8);
    const near = experimentError(armsWith([0, 1], [0, 1]), precise)!;
    expect(near.shift).toBeLessThan(0.6);
    expect(near.standardError).toBeLessThan(Math.SQRT2);
  });

  it('Contains how much a group can differ, unless the model estimates the group by itself', () => {
    const arms = armsWith([0, 0], [0, 0]);
    const sameInAll = experimentError(arms, { ...modeled, groups: women })!;
    expect(sameInAll.standardError).toBeGreaterThan(0.5);
    const own = experimentError(arms, { ...modeled, groups: women, estimation: 2 })!;
    expect(own.standardError).toBe(0);
  });

  it('Moves a group whose effect the model omits', () => {
    const { shift } = experimentError(armsWith([0, 0], [0, 12]), { ...modeled, groups: women })!;
    expect(shift).toBeGreaterThan(6);
  });

  it('Is unknown for a figure, a group or a text that the experiment does not contain', () => {
    const arms = armsWith([0, 0], [0, 0]);
    expect(experimentError(arms, { ...modeled, id: 'other' })).toBeUndefined();
    expect(experimentError(arms, { ...modeled, values: ['call', 'none'] })).toBeUndefined();
    expect(experimentError(arms, { ...modeled, groups: [{ attribute: 'sex', group: 'other' }] })).toBeUndefined();
  });

  it('Changes continuously between numeric arms', () => {
    const arms: Arms = { ...armsWith([0, 10], [0, 10]), values: [0, 1] };
    const at = (value: number) => experimentError(arms, { ...modeled, values: [value, 0], estimation: 0.1 })!.shift;
    expect(at(0)).toBe(0);
    expect(at(0.999)).toBeCloseTo(at(1), 1);
    expect(at(0.5)).toBeGreaterThan(at(0.1));
    expect(at(2)).toBe(at(1));
  });
});
