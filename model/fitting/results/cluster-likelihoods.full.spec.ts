import { uniformAt } from '../../../test/support/uniform-at.js';
import type { WorkflowOf } from '../../definition.js';
import type { ConditionalLogit, LatentClass } from '../../families/conditional-logit/conditional-logit.schema.js';
import { calibrate } from '../calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { Table } from '../rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { clusterLikelihoods, type FittedModel, heldOutLikelihoods } from './compare-fits.js';

const respondents = 80;
const rowsPerRespondent = 5;
const uniform = uniformAt(43);

/** Half of the respondents decide by price, and the others by time. */
const rows = Array.from({ length: respondents * rowsPerRespondent }, (_, row) => {
  const id = Math.floor(row / rowsPerRespondent);
  const [price_bus, price_car, time_bus, time_car] = [0, 1, 2, 3].map((slot) => uniform(row, slot)) as [
    ...[number, number, number, number],
  ];
  const lead = 6 * (id % 2 === 0 ? price_bus - price_car : time_bus - time_car);
  const mode = uniform(row, 4) < 1 / (1 + Math.exp(-lead)) ? 'car' : 'bus';
  return { ...{ id, part: id % 4 === 0 ? 'test' : 'train' }, ...{ price_bus, price_car, time_bus, time_car, mode } };
});
type Row = (typeof rows)[number];
const data: Table = {
  lines: Int32Array.from(rows, (_, row) => row + 2),
  columns: new Map(
    (Object.keys(rows[0]!) as (keyof Row)[]).map((name) => [name, rows.map((row) => String(row[name]))]),
  ),
};

function fitted(alternatives: string, split = 'column: part, train: train, test: test'): FittedModel {
  const spec = `title: Modes\nformula: mode ~ price + time\nid_column: id\nalternatives: { ${alternatives} }\nsplit: { ${split} }`;
  const recipe = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
  return { recipe, calibration: calibrate({ recipe, data, calibratedOn: '2026-11-28' }) };
}

const plain = fitted('shape: wide');
const classes = fitted('shape: wide, classes: 2');

/** Log-likelihood of held-out rows at the estimates of the other rows, from the formula of the model. */
function heldOutByHand({ calibration }: FittedModel): number {
  const { coefficients, classes: own } = (calibration.held!.trained as WorkflowOf<ConditionalLogit>).decision;
  const estimate = (id: string) => coefficients.find((one) => one.id === id)!.estimate;
  const all: Pick<LatentClass, 'coefficients' | 'log_odds'>[] = own ?? [{ coefficients: {} }];
  const components = all.map((one) => ({
    size: Math.exp(one.log_odds === undefined ? 0 : estimate(one.log_odds)),
    value: (id: string) => estimate(one.coefficients[id] ?? id),
  }));
  const total = components.reduce((sum, { size }) => sum + size, 0);
  const constant = coefficients.find(({ id }) => /^constant_(bus|car)$/.test(id))!.id;
  const probability = (row: Row, value: (id: string) => number) => {
    const sign = row.mode === 'car' ? 1 : -1;
    const lead =
      (constant === 'constant_car' ? 1 : -1) * value(constant) +
      value('price') * (row.price_car - row.price_bus) +
      value('time') * (row.time_car - row.time_bus);
    return 1 / (1 + Math.exp(-sign * lead));
  };
  const held = rows.filter(({ part }) => part === 'test');
  const likelihood = (id: number, value: (id: string) => number) =>
    held.filter((row) => row.id === id).reduce((product, row) => product * probability(row, value), 1);
  return [...new Set(held.map(({ id }) => id))].reduce(
    (sum, id) =>
      sum + Math.log(components.reduce((mean, { size, value }) => mean + (size / total) * likelihood(id, value), 0)),
    0,
  );
}

it('The held-out rows of one respondent are taken together, with the average over its class of their product', () => {
  const [one, two] = heldOutLikelihoods(plain, classes)!;
  expect(one).toBeCloseTo(heldOutByHand(plain), 5);
  expect(two).toBeCloseTo(heldOutByHand(classes), 5);
  expect(two).toBeGreaterThan(one + 5);
  expect(clusterLikelihoods(classes, 'held-out')!.values).toHaveLength(respondents / 4);
});

it('Models with other held-out rows are not compared', () => {
  expect(heldOutLikelihoods(plain, fitted('shape: wide', 'seed: 5'))).toBeUndefined();
});
