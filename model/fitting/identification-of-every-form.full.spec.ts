import { choiceSpec, expectError, trips } from '../../test/support/calibration/trips.js';

it.each([
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
])('%s: the error has a code and the names', (_, spec, cells, code, texts) => expectError(spec, cells, code, texts));
