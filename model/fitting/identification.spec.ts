import { rowsOf } from '../../test/support/full-level.js';
import { modelOf } from './calibrate.js';
import { fitSample } from './fit-sample.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { uniformAt } from '../../test/support/uniform-at.js';
import { type Cells, tableOf } from '../../test/support/calibration/table-of.js';

const uniform = uniformAt(5);

/** The alternatives of a trip. */
const modes = ['bus', 'car', 'train'] as const;

/** Values of the columns of a row. */
type Trip = Record<string, string | number>;

interface TripOptions {
  readonly rows?: number;
  readonly choices?: number;
  /** Changes the values of a row before its choice. */
  readonly change?: (trip: Trip, row: number) => Trip;
  /** Coefficient of the price. */
  readonly price?: (respondent: number) => number;
}

/** Choices between a bus, a car and a train. */
function trips({ rows = 240, choices = 4, change = (trip) => trip, price = () => -1 }: TripOptions = {}): Cells {
  return Array.from({ length: rows }, (_, row) => {
    const id = Math.floor(row / choices);
    const values: Trip = { id, survey: row % 2 === 0 ? 'panel' : 'mail' };
    modes.forEach((mode, k) => {
      values[`price_${mode}`] = Math.round(10 + 30 * uniform(row, k)) / 10;
      values[`wait_${mode}`] = 1 + Math.floor(9 * uniform(row, 3 + k));
    });
    const trip = change(values, row);
    const utilities = modes.map(
      (mode, k) =>
        price(id) * Number(trip[`price_${mode}`]) -
        0.2 * Number(trip[`wait_${mode}`]) -
        Math.log(-Math.log(uniform(row, 6 + k))),
    );
    const choice = modes[utilities.indexOf(Math.max(...utilities))]!;
    return { ...trip, choice };
  });
}

function errorOf(spec: string, cells: Cells) {
  try {
    const { recipe: draft, table } = expandSpec(parseSpec(`title: Trips\n${spec}`), tableOf(cells));
    const recipe = parseRecipe(draft);
    const model = modelOf({ recipe, data: table });
    fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  } catch (error) {
    return error as Error & { code: string };
  }
  return undefined;
}

/** Spec of the trips of respondents. */
const choiceSpec = (formula: string, alternatives: string) =>
  `formula: choice ~ ${formula}\nid_column: id\nalternatives: { shape: wide, ${alternatives} }`;

/** Gives all modes of a trip a value. */
const forAll = (name: string, trip: Trip, valueOf: (k: number) => number): Trip => ({
  ...trip,
  ...Object.fromEntries(modes.map((mode, k) => [`${name}_${mode}`, valueOf(k)])),
});
const equalPrices = (trip: Trip, row: number) => forAll('price', trip, () => 1 + (row % 7));

const allRandom =
  'random: { constant_car: normal, constant_train: normal, price: normal, wait: normal }, correlated: true';

it.each(
  rowsOf<[string, string, Cells, string, string[]]>(
    [
      [
        'A coefficient of an attribute that is equal for all alternatives',
        choiceSpec('price + wait', ''),
        trips({ change: equalPrices }),
        'calibration_collinear',
        ['price (constant in every row)'],
      ],
      [
        'A normal coefficient of an attribute that is equal for all alternatives',
        choiceSpec('price + wait', 'random: { price: normal }'),
        trips({ change: equalPrices }),
        'calibration_collinear',
        ['price (constant in every row)'],
      ],
      [
        'A log-normal coefficient of an attribute that is equal for all alternatives',
        choiceSpec('price + wait', 'random: { price: { distribution: log_normal, sign: -1 } }'),
        trips({ change: equalPrices }),
        'calibration_collinear',
        ['price (constant in every row)'],
      ],
      [
        'A random coefficient of an attribute that differs by alternative only',
        choiceSpec('price + wait', 'random: { price: normal }'),
        trips({ change: (trip, row) => forAll('price', trip, (k) => 1 + (row % 7) + k) }),
        'calibration_collinear',
        ['price', 'constant_car', 'constant_train'],
      ],
      [
        'Correlated coefficients with as many parameters as respondents',
        choiceSpec('price + wait', allRandom),
        trips({ rows: 56 }),
        'calibration_too_few',
        ['14 observations are too few to estimate 14 parameters'],
      ],
      [
        'A value that only one respondent has',
        `formula: choice ~ price | region\ngroup: id\nalternatives: { shape: wide }`,
        trips({ choices: 8, change: (trip) => ({ ...trip, region: trip.id === 0 ? 'west' : 'south' }) }),
        'calibration_too_few',
        ['too few respondents or groups determine region_west_car, region_west_train'],
      ],
      [
        'A scale of a group in which nothing varies',
        choiceSpec('0 + price', 'scale: survey'),
        trips({ change: (trip, row) => (trip.survey === 'panel' ? equalPrices(trip, row) : trip) }),
        'calibration_flat',
        ['scale_survey_panel'],
      ],
      [
        'A group of a scale without rows',
        `${choiceSpec('price', 'scale: survey')}\ncolumns: { survey: { levels: [mail, panel, phone] } }`,
        trips(),
        'invalid_spec',
        ['columns.survey.levels', '"phone" does not occur in the data'],
      ],
      [
        'A nest with one alternative',
        choiceSpec('price', 'nests: { own: [car] }'),
        trips(),
        'invalid_spec',
        ['alternatives.nests.own'],
      ],
      [
        'A nest with all alternatives',
        choiceSpec('price', 'nests: { own: [bus, car, train] }'),
        trips(),
        'calibration_collinear',
        ['dissimilarity_own'],
      ],
      [
        'A Box-Cox variable that is equal for all alternatives',
        choiceSpec('price + box_cox(wait)', ''),
        trips({ change: (trip, row) => forAll('wait', trip, () => 1 + (row % 7)) }),
        'calibration_collinear',
        ['box_cox_wait (constant in every row)'],
      ],
      [
        'A Box-Cox variable with two values',
        choiceSpec('0 + price + box_cox(wait)', ''),
        trips({ change: (trip, row) => forAll('wait', trip, (k) => (k === row % 3 ? 2 : 9)) }),
        'calibration_collinear',
        ['box_cox_wait', 'lambda_wait'],
      ],
      [
        'A Box-Cox variable with a negative value',
        choiceSpec('price + box_cox(wait)', ''),
        trips({ change: (trip, row) => (row === 3 ? { ...trip, wait_bus: -2 } : trip) }),
        'invalid_data',
        ['line 5: Wait of bus is -2: a variable with box_cox needs values above 0'],
      ],
      [
        'Latent classes with as many parameters as respondents',
        choiceSpec('price + wait', 'classes: 2'),
        trips({ rows: 36 }),
        'calibration_too_few',
        ['9 observations are too few to estimate 9 parameters'],
      ],
      [
        'Two latent classes of respondents with one choice, which one class explains',
        choiceSpec('price + wait', 'classes: 2'),
        trips({ rows: 400, choices: 1 }),
        'calibration_flat',
        ['of 2 latent classes: use fewer classes', 'class_2'],
      ],
    ],
    [
      [
        'Correlated random constants of respondents with one choice',
        choiceSpec('price + wait', 'random: { constant_car: normal, constant_train: normal }, correlated: true'),
        trips({ choices: 1 }),
        'calibration_too_few_draws',
        ['constant_car_spread', 'constant_train_spread', 'remove random tastes that the data do not identify'],
      ],
      [
        'Four latent classes of respondents with two tastes',
        choiceSpec('price + wait', 'classes: 4'),
        trips({ rows: 400, choices: 8, price: (respondent) => (respondent % 2 === 0 ? 1 : -3) }),
        'calibration_flat',
        ['of 4 latent classes: use fewer classes'],
      ],
    ],
  ),
)('%s: the error has a code and the names', (_, spec, cells, code, texts) => {
  const error = errorOf(spec, cells);
  expect(error?.code).toBe(code);
  for (const text of texts) expect(error?.message).toContain(text);
});
