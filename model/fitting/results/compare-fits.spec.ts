import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../../simulate.js';
import { withNests } from '../../testing/mixed-definitions.js';
import { compareFits, type FittedModel, vuongTest, clusterLikelihoods, heldOutLikelihoods } from './compare-fits.js';
import { uniformAt } from '../../../test/support/uniform-at.js';
import { calibrate } from '../calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import type { Table } from '../rows/table.js';
import type { WorkflowOf } from '../../definition.js';
import type { ConditionalLogit, LatentClass } from '../../families/conditional-logit/conditional-logit.schema.js';
import { describeInFullLevel } from '../../../test/support/full-level.js';

const logit = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../testing/linear-mode-choice.json'), 'utf8')),
);
const nested = withNests(logit);
nested.evidence.fits[0]!.log_likelihood = logit.evidence.fits[0]!.log_likelihood + 10;

describe('compareFits', () => {
  it('The likelihood ratio and the information criteria follow from the log-likelihoods and the parameters', () => {
    const { models, observations, likelihood_ratio: ratio } = compareFits(logit, nested)!;
    const [a, b] = models;
    expect(b.parameters).toBe(a.parameters + 1);
    expect(b.aic! - a.aic!).toBeCloseTo(2 - 20, 8);
    expect(b.bic! - a.bic!).toBeCloseTo(Math.log(observations) - 20, 8);
    expect(ratio).toMatchObject({ degrees_of_freedom: 1 });
    expect(ratio!.statistic).toBeCloseTo(20, 8);
    expect(ratio!.p).toBeCloseTo(7.744e-6, 9);
    expect(compareFits(nested, logit)!.likelihood_ratio).toEqual(ratio);
  });

  it('Models of which neither is a special case of the other have no likelihood ratio test', () => {
    const other = structuredClone(nested);
    other.decision.terms = other.decision.terms.filter(({ coefficient }) => coefficient !== 'cost');
    const { models, likelihood_ratio: ratio } = compareFits(logit, other)!;
    expect(models.every(({ aic }) => aic !== null)).toBe(true);
    expect(ratio).toBeNull();
  });

  it('Models with the same number of parameters have no likelihood ratio test', () => {
    expect(compareFits(logit, logit)!.likelihood_ratio).toBeNull();
  });

  it('Models with priors have no likelihood ratio test', () => {
    const informed = structuredClone(nested);
    informed.evidence.estimates[0]!.prior = { mean: 0, sd: 1, share: 0.1, estimate_without: 0.2 };
    expect(compareFits(logit, informed)).toMatchObject({ models: [{}, { aic: null }], likelihood_ratio: null });
  });

  it('Models of other data are not compared', () => {
    const other = structuredClone(nested);
    other.evidence.split.test_observations += 1;
    expect(compareFits(logit, other)).toBeUndefined();
    const ranked = structuredClone(nested);
    ranked.evidence.fits[0]!.null_models[0]!.log_likelihood -= 100;
    expect(compareFits(logit, ranked)).toBeUndefined();
  });
});

describe('vuongTest', () => {
  const rows = 600;

  const uniform = uniformAt(31);

  /** Payments that depend on the income, which the age follows. Two rows for each person. */
  const people = Array.from({ length: rows }, (_, row) => {
    const person = Math.floor(row / 2);
    const income = Math.round(100 * uniform(person, 0)) / 10;
    const age = Math.round(20 + 4 * income + 30 * uniform(person, 1));
    return { person, income, age, pays: Number(uniform(row, 2) < 1 / (1 + Math.exp(2 - 0.5 * income))) };
  });
  const data: Table = {
    lines: Int32Array.from(people, (_, row) => row + 2),
    columns: new Map(
      (['person', 'income', 'age', 'pays'] as const).map((name) => [name, people.map((one) => String(one[name]))]),
    ),
  };

  function fitted(formula: string, settings = ''): FittedModel {
    const recipe = parseRecipe(expandSpec(parseSpec(`title: Pay\nformula: ${formula}\n${settings}`), data).recipe);
    return { recipe, calibration: calibrate({ recipe, data, calibratedOn: '2026-11-27' }) };
  }

  const byIncome = fitted('pays ~ income', 'id_column: person');
  const byAge = fitted('pays ~ age', 'id_column: person');

  /** Log-likelihood of each person at the estimates of the definition. */
  function likelihoods({ calibration }: FittedModel, column: 'income' | 'age'): number[] {
    const [constant, slope] = calibration.definition.decision.coefficients.map(({ estimate }) => estimate);
    const sums = Array<number>(rows / 2).fill(0);
    for (const { person, pays, ...own } of people) {
      const probability = 1 / (1 + Math.exp(-constant! - slope! * own[column]));
      sums[person]! += Math.log(pays === 1 ? probability : 1 - probability);
    }
    return sums;
  }

  it('The statistic is the mean difference of the log-likelihoods of the persons, divided by its standard error', () => {
    const [a, b] = [likelihoods(byIncome, 'income'), likelihoods(byAge, 'age')];
    const differences = a.map((value, k) => value - b[k]!);
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length;
    const test = vuongTest(byIncome, byAge)!;
    expect(test.clusters).toBe(rows / 2);
    expect(test.z).toBeCloseTo((mean * Math.sqrt(differences.length)) / Math.sqrt(variance), 4);
    expect(test.z).toBeGreaterThan(2);
    expect(test.p).toBeCloseTo(vuongTest(byAge, byIncome)!.p, 12);
    expect(vuongTest(byAge, byIncome)!.z).toBeCloseTo(-test.z, 12);
  });

  it('Models with the same predictions, and models with priors, have no test', () => {
    expect(vuongTest(byIncome, byIncome)).toBeUndefined();
    expect(vuongTest(byIncome, fitted('pays ~ income', 'priors: { income: { mean: 0, sd: 1 } }'))).toBeUndefined();
  });
});

describeInFullLevel('heldOutLikelihoods', () => {
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
});
