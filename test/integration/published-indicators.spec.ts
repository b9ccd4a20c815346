// cspell:ignore mlogit
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elasticitiesOf, tradeOffsOf, welfareOf } from '../../model/analyses.js';
import type { ConditionalLogit } from '../../model/families/conditional-logit/conditional-logit.schema.js';
import { calibrationRows, describeWithData } from '../support/calibration-data.js';
import { dataColumns, dataDefinition, type DataColumns } from '../support/data-definition.js';

interface Published {
  swissmetro_logit: {
    coefficients: Record<string, number>;
    observations: number;
    sum_of_train_probabilities: number;
    sum_of_train_time_elasticities: number;
  };
  swissmetro_value_of_time: { chf_per_hour: number };
  intercity_logit: {
    observations: number;
    coefficients: Record<string, number>;
    standard_error_of_cost: number;
    shares: Record<string, number>;
    shares_with_train_time_of_80_percent: Record<string, number>;
    surplus_cad: Record<string, number>;
    shares_at_means: Record<string, number>;
    cost_elasticities_at_means: Record<string, Record<string, number>>;
    value_of_time_cad_per_hour: Record<string, number>;
  };
}

const published = JSON.parse(readFileSync(join(import.meta.dirname, 'published/indicators.json'), 'utf8')) as Published;

const coefficientsOf = (values: Record<string, number>) =>
  Object.entries(values).map(([id, estimate]) => ({ id, label: id, estimate }));
const alternative = (id: string, condition?: string) => ({
  ...{ id, label: id, noun: id },
  ...(condition && { available_when: { attribute: condition, in: ['yes'] }, unavailable: 'unavailable' }),
});
const term = (coefficient: string, alternatives: string[], factors: object[], scale = 1) =>
  ({
    id: `${coefficient}_${alternatives.join('_')}`,
    label: coefficient,
    coefficient,
    alternatives,
    factors,
    scale,
  }) as ConditionalLogit['terms'][number];
/** One group for each row, so that aggregates are those of single observations. */
const eachRow = (rows: readonly unknown[]) => ({
  ...{ id: 'row', label: 'Row', isModelGroup: false },
  groups: rows.map((_, row) => ({ id: `row_${row}`, label: `${row}` })),
  groupOf: Uint16Array.from(rows, (_, row) => row),
});
const number = (name: string) => (row: Readonly<Record<string, string>>) => Number(row[name]);

describeWithData('swissmetro-mode-choice', 'Swissmetro in Biogeme', () => {
  const { coefficients, observations, ...expected } = published.swissmetro_logit;
  const numbers: DataColumns = Object.fromEntries(
    ['train_tt', 'train_co', 'sm_tt', 'sm_co', 'car_tt', 'car_co'].map((name) => [name, number(name)]),
  );
  const conditions: DataColumns = {
    pays: (row) => Number(row.ga === '0'),
    has_train: (row) => Number(row.train_av === '1' && row.sp !== '0'),
    has_car: (row) => Number(row.car_av === '1' && row.sp !== '0'),
  };
  const pays = { indicator: { attribute: 'pays', in: ['yes'] } };
  const all = ['train', 'swissmetro', 'car'];
  const definition = dataDefinition('swissmetro-mode-choice', numbers, conditions, ['train_time_factor'], {
    alternatives: [alternative('train', 'has_train'), alternative('swissmetro'), alternative('car', 'has_car')],
    variables: [
      {
        ...{ id: 'time', label: 'Travel time', unit: 'min' },
        alternatives: {
          train: [{ attribute: 'train_tt' }, { parameter: 'train_time_factor' }],
          swissmetro: [{ attribute: 'sm_tt' }],
          car: [{ attribute: 'car_tt' }],
        },
      },
      {
        ...{ id: 'cost', label: 'Cost', unit: 'CHF' },
        alternatives: {
          train: [{ attribute: 'train_co' }, pays],
          swissmetro: [{ attribute: 'sm_co' }, pays],
          car: [{ attribute: 'car_co' }],
        },
      },
    ],
    coefficients: coefficientsOf(coefficients),
    terms: [
      term('asc_train', ['train'], []),
      term('asc_car', ['car'], []),
      term('time', all, [{ variable: 'time' }], 0.01),
      term('cost', all, [{ variable: 'cost' }], 0.01),
    ],
  });
  const rows = calibrationRows('swissmetro-mode-choice');
  const scenario = { train_time_factor: 1 };

  it('The sum of the probabilities of the train is the published one', () => {
    expect(rows).toHaveLength(observations);
    const columns = dataColumns(rows, numbers, conditions);
    const { elasticities } = elasticitiesOf({ definition, scenario, seed: 0, columns });
    const train = elasticities.find(({ figure }) => figure === 'train')!;
    expect(train.value * observations).toBeCloseTo(expected.sum_of_train_probabilities, 2);
  });

  it('The sum of the elasticities of single observations is the published one', () => {
    const columns = dataColumns(rows, numbers, conditions);
    const { elasticities } = elasticitiesOf({ definition, scenario, seed: 0, columns, segmentation: eachRow(rows) });
    const own = elasticities.filter(({ figure }) => figure === 'train');
    expect(own).toHaveLength(observations);
    const sum = own.reduce((total, { point }) => total + (point?.estimate ?? 0), 0);
    expect(sum).toBeCloseTo(expected.sum_of_train_time_elasticities, 2);
  });

  it('The value of time is the published one', () => {
    const { cost, trade_offs } = tradeOffsOf(definition)!;
    expect(cost.unit).toBe('CHF');
    expect(trade_offs).toHaveLength(1);
    expect(trade_offs[0]).toMatchObject({ feature: 'time', unit: 'CHF/hour' });
    expect(trade_offs[0]!.estimate).toBeCloseTo(published.swissmetro_value_of_time.chf_per_hour, 1);
  });
});

describeWithData('intercity-mode-choice', 'intercity travel in mlogit', () => {
  const { coefficients, observations, ...expected } = published.intercity_logit;
  const modes = ['car', 'train', 'air'];
  const numbers: DataColumns = {
    income: number('income'),
    ...Object.fromEntries(modes.map((mode) => [`cost_${mode}`, number(`cost_${mode}`)])),
    ...Object.fromEntries(['train', 'air'].map((mode) => [`freq_${mode}`, number(`freq_${mode}`)])),
    // The published travel time is the time in and outside the vehicle.
    ...Object.fromEntries(
      modes.map((mode) => [`time_${mode}`, (row) => Number(row[`ivt_${mode}`]) + Number(row[`ovt_${mode}`])]),
    ),
  };
  const byMode = (name: string, own = modes) =>
    Object.fromEntries(
      own.map((mode) => [mode, [{ attribute: `${name}_${mode}` }, { parameter: `${name}_${mode}_factor` }]]),
    );
  const parameters = [
    ...modes.flatMap((mode) => [`cost_${mode}_factor`, `time_${mode}_factor`]),
    ...['freq_train_factor', 'freq_air_factor'],
  ];
  const definition = dataDefinition('intercity-mode-choice', numbers, {}, parameters, {
    alternatives: modes.map((mode) => alternative(mode)),
    variables: [
      { id: 'time', label: 'Travel time', unit: 'min', alternatives: byMode('time') },
      { id: 'cost', label: 'Cost', unit: 'CAD', alternatives: byMode('cost') },
      { id: 'freq', label: 'Departures', unit: 'departures a day', alternatives: byMode('freq', ['train', 'air']) },
    ],
    coefficients: coefficientsOf(coefficients),
    terms: [
      term('asc_train', ['train'], []),
      term('asc_air', ['air'], []),
      term('cost', modes, [{ variable: 'cost' }]),
      term('freq', ['train', 'air'], [{ variable: 'freq' }]),
      term('income_train', ['train'], [{ attribute: 'income' }]),
      term('income_air', ['air'], [{ attribute: 'income' }]),
      ...modes.map((mode) => term(`time_${mode}`, [mode], [{ variable: 'time' }])),
    ],
  });
  const rows = calibrationRows('intercity-mode-choice').filter(({ choice }) => choice !== 'bus');
  const columns = dataColumns(rows, numbers, {});
  const base = Object.fromEntries(parameters.map((id) => [id, 1]));
  const elasticities = (scenario: Record<string, number>, own = columns) =>
    elasticitiesOf({ definition, scenario, seed: 0, columns: own }).elasticities;
  const sharesOf = (scenario: Record<string, number>, own = columns) =>
    Object.fromEntries(elasticities(scenario, own).map(({ figure, value }) => [figure, value]));

  it('The shares, and the shares after a train time of 80%, are the published ones', () => {
    expect(rows).toHaveLength(observations);
    const [before, after] = [sharesOf(base), sharesOf({ ...base, time_train_factor: 0.8 })];
    for (const mode of modes) {
      expect(before[mode]).toBeCloseTo(expected.shares[mode]!, 6);
      expect(after[mode]).toBeCloseTo(expected.shares_with_train_time_of_80_percent[mode]!, 6);
    }
  });

  it('The consumer surplus of a train time of 80% is the published one', () => {
    const scenario = { ...base, time_train_factor: 0.8 };
    const { attributes } = definition.population;
    // Each traveler is a segment, so that the quantiles over travelers can be compared.
    const categories = eachRow(rows).groups.map(({ id }) => ({ id, label: id, probability: 1 / rows.length }));
    const rowAttribute = { type: 'categorical' as const, id: 'row', label: 'Row', categories };
    const values = eachRow(rows).groupOf as unknown as Uint8Array;
    const rowColumn = { name: 'attribute.row', type: 'category' as const, categories: [], values };
    const { all, unit } = welfareOf({ definition, scenario, seed: 0, columns });
    expect(unit).toBe('CAD');
    expect(all.mean.estimate).toBeCloseTo(expected.surplus_cad.mean!, 4);
    const { segments } = welfareOf({
      ...{ scenario, seed: 0 },
      definition: {
        ...definition,
        population: { ...definition.population, attributes: [...attributes, rowAttribute] },
      },
      columns: [...columns, rowColumn],
    });
    const single = segments
      .find(({ attribute }) => attribute === 'row')!
      .groups.map(({ mean }) => mean.estimate)
      .toSorted((a, b) => a - b);
    expect(single).toHaveLength(observations);
    const quantile = (probability: number) => {
      const position = probability * (single.length - 1);
      const below = Math.floor(position);
      return single[below]! + (position - below) * (single[Math.min(below + 1, single.length - 1)]! - single[below]!);
    };
    expect(quantile(0)).toBeCloseTo(expected.surplus_cad.minimum!, 4);
    expect(quantile(0.25)).toBeCloseTo(expected.surplus_cad.first_quartile!, 4);
    expect(quantile(0.5)).toBeCloseTo(expected.surplus_cad.median!, 4);
    expect(quantile(0.75)).toBeCloseTo(expected.surplus_cad.third_quartile!, 4);
    expect(quantile(1)).toBeCloseTo(expected.surplus_cad.maximum!, 4);
  });

  it('The shares and cost elasticities at the means of the data are the published ones', () => {
    const average = dataColumns(rows, numbers, {}).map((column) => ({
      ...column,
      values: column.values
        .slice(0, 1)
        .map(() => (column.values as Float64Array).reduce((a, b) => a + b, 0) / rows.length),
    })) as typeof columns;
    const shares = sharesOf(base, average);
    const all = elasticities(base, average);
    for (const mode of modes) {
      expect(shares[mode]).toBeCloseTo(expected.shares_at_means[mode]!, 6);
      for (const chosen of modes) {
        const own = all.find((one) => one.parameter === `cost_${mode}_factor` && one.figure === chosen)!.point!;
        // The published coefficients are rounded to seven digits.
        expect(own.estimate).toBeCloseTo(expected.cost_elasticities_at_means[mode]![chosen]!, 5);
      }
    }
  });

  it('The values of time of the modes are the published ones', () => {
    const times = tradeOffsOf(definition)!.trade_offs.filter(({ feature }) => feature === 'time');
    expect(times.map(({ alternatives }) => alternatives)).toEqual([['car'], ['train'], ['air']]);
    for (const { alternatives, estimate, unit } of times) {
      expect(unit).toBe('CAD/hour');
      expect(estimate).toBeCloseTo(expected.value_of_time_cad_per_hour[alternatives[0]!]!, 4);
    }
  });
});
