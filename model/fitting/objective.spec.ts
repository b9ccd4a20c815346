import { informationByDifferences } from './objective.js';

describe('Information by differences', () => {
  it('The information equals minus the second derivatives', () => {
    const objective = {
      size: 2,
      value: () => NaN,
      evaluateGradient([x, y]: Float64Array, gradient: Float64Array) {
        gradient.set([-2 * x! * y!, -(x! * x!) - 3 * y! * y!]);
        return NaN;
      },
    };
    const information = informationByDifferences(objective, Float64Array.of(2, 5));
    [10, 4, 4, 30].forEach((value, at) => expect(information[at]).toBeCloseTo(value, 6));
  });
});
