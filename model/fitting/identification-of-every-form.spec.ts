import { choiceSpec, expectError, modes, type Trip, trips } from '../../test/support/calibration/trips.js';

/** Gives all modes of a trip a value. */
const forAll = (name: string, trip: Trip, valueOf: (k: number) => number): Trip => ({
  ...trip,
  ...Object.fromEntries(modes.map((mode, k) => [`${name}_${mode}`, valueOf(k)])),
});
const equalPrices = (trip: Trip, row: number) => forAll('price', trip, () => 1 + (row % 7));

const allRandom =
  'random: { constant_car: normal, constant_train: normal, price: normal, wait: normal }, correlated: true';

it.each([
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
])('%s: the error has a code and the names', (_, spec, cells, code, texts) => expectError(spec, cells, code, texts));
