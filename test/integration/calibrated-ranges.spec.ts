import { calibrate } from '../../model/fitting/calibrate.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { isChoice } from '../../model/definition.js';
import { linear, number, numberParameter, outcome, recipeDocument } from '../support/calibration/recipe-draft.js';

/** Travelers with a fare from 1 to 3 and a travel time from 10 to 110 minutes; two thirds of them got a voucher. */
function travelers(): Table {
  const rows = Array.from({ length: 1_200 }, (_, k) => {
    const fare = 1 + (k % 5) / 2;
    const time = 10 + ((k * 37) % 101);
    const voucher = Number(k % 3 > 0);
    const uniform = (k * 0.618_033_988_75) % 1;
    const did = uniform < 1 / (1 + Math.exp(0.5 * fare + 0.01 * time - 0.3 * voucher - 1)) ? 'goes' : 'stays';
    return [fare, time, voucher, did, k % 4 === 0 ? 'test' : 'train'].map(String);
  });
  return {
    columns: new Map(['fare', 'time', 'voucher', 'did', 'split'].map((name, k) => [name, rows.map((row) => row[k]!)])),
    lines: Int32Array.from(rows.keys(), (row) => row + 2),
  };
}

const parameters = {
  fare: numberParameter('fare', 2, 0, 10),
  time_factor: numberParameter('time_factor', 1, 0.1, 10),
  voucher_share: numberParameter('voucher_share', 0.5, 0, 1),
  advertising: numberParameter('advertising', 1, 0.1, 10),
};

function calibrated(narrowed: Partial<Record<keyof typeof parameters, readonly [number, number]>> = {}) {
  const recipe = recipeDocument({
    attributes: [number('time')],
    parameters: Object.values(parameters).map((parameter) => {
      const calibrated_range = narrowed[parameter.id as keyof typeof parameters];
      return calibrated_range ? { ...parameter, calibrated_range } : parameter;
    }),
    assignments: [{ id: 'voucher', label: 'voucher', share: 'voucher_share' }],
    decision: {
      family: 'binary_logit',
      variables: [],
      ...linear({
        constant: [],
        fare: [{ parameter: 'fare' }],
        time: [{ attribute: 'time' }, { parameter: 'time_factor' }],
        voucher: [{ assignment: 'voucher' }],
      }),
      outcomes: [outcome('stays'), outcome('goes')],
    },
    data: {
      columns: {
        'parameter.fare': { column: 'fare' },
        'attribute.time': { column: 'time' },
        'assignment.voucher': { column: 'voucher' },
        outcome: { column: 'did' },
      },
    },
    fit: { population_replicates: 20 },
  });
  const narrative = { ...recipe.definition.narrative, assignments: { voucher: { assigned: 'I have a voucher' } } };
  const document = { ...recipe, definition: { ...recipe.definition, narrative } };
  return calibrate({ recipe: parseRecipe(document), data: travelers(), calibratedOn: '2026-01-01' });
}

const rangesOf = ({ definition }: ReturnType<typeof calibrated>) =>
  Object.fromEntries(
    definition.scenario.parameters.map((parameter) => [
      parameter.id,
      isChoice(parameter) ? undefined : parameter.calibrated_range,
    ]),
  );

describe('Calibrated ranges', () => {
  const calibration = calibrated();

  it('A parameter with a column has the range of its values, and a share of respondents with and without it is 0 to 1', () => {
    const { fare, voucher_share } = rangesOf(calibration);
    expect(fare).toEqual([1, 3]);
    expect(voucher_share).toEqual([0, 1]);
  });

  it('A factor of an attribute has the 5% and the 95% quantile of the attribute, relative to its median', () => {
    const [low, high] = rangesOf(calibration).time_factor!;
    expect(low).toBeCloseTo(15 / 60, 1);
    expect(high).toBeCloseTo(105 / 60, 1);
  });

  it('A parameter without data has its default as the range, and the calibration says so', () => {
    expect(rangesOf(calibration).advertising).toEqual([1, 1]);
    expect(calibration.ranges.find(({ parameter }) => parameter === 'advertising')!.source).toContain('no data');
  });

  it('An author can narrow a range', () => {
    expect(rangesOf(calibrated({ fare: [1.5, 2.5] })).fare).toEqual([1.5, 2.5]);
  });

  it('A range that the data do not contain is an error that states the range of the data', () => {
    expect(() => calibrated({ fare: [0.3, 3], time_factor: [0.1, 5] })).toThrow(
      /parameters\.fare\.calibrated_range: is 0\.3 to 3, but the data support 1 to 3[\s\S]*parameters\.time_factor\.calibrated_range: is 0\.1 to 5/,
    );
  });
});
