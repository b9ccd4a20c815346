// cspell:ignore told (a field of the definition)
import { calibrate, modelOf } from '../../model/fitting/calibrate.js';
import { fitSample } from '../../model/fitting/fit-sample.js';
import { backtest } from '../../model/fitting/backtest.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { fillDraft } from '../../model/authoring/recipe/fill-draft.js';
import { type CalibrationRecipe, parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import type { Column } from '../../model/columns/column.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';
import { compile } from '../../model/simulation/compile.js';
import { simulateChunk } from '../../model/simulation/simulate-chunk.js';
import {
  categories,
  choiceParameter,
  indicator,
  numberParameter,
  linear,
  number,
  outcome,
  type RecipeParts,
  recipeDocument,
} from '../support/calibration/recipe-draft.js';

const agentCount = 6_000;

interface Case {
  readonly parts: RecipeParts;
  /** The coefficients that generate the data. */
  readonly truth: Readonly<Record<string, number>>;
  /** The table cells of an agent's outcome, by column. */
  readonly outcomeCells: (
    named: (column: string) => ArrayLike<number>,
    agent: number,
  ) => Readonly<Record<string, string>>;
}

const attributes = [number('age'), { ...categories('sex', 'woman', 'man') }];
const attributeColumns = {
  'attribute.age': { column: 'age' },
  'attribute.sex': { column: 'sex' },
  'parameter.arm': { column: 'arm' },
};
const arm = choiceParameter('arm', 'none', 'letter');
const terms = {
  man: [indicator('attribute', 'sex', 'man')],
  age: [{ attribute: 'age' }],
  letter: [indicator('parameter', 'arm', 'letter')],
};
const telling = { favours: 'it', less: '{number} less', more: '{number} more' };
const extraCoefficients = (...ids: string[]) => ids.map((id) => ({ id, label: id }));

const binary = linear({ constant: [], ...terms });
const ordered = linear(terms);
const counts = linear({ constant: [], ...terms });
const hazard = linear({ constant: [], later: [{ indicator: { state: 'period', at_least: 3 } }], ...terms });
const [amount, zero] = ['amount', 'zero'].map((equation) =>
  linear({ [`${equation}_constant`]: [], [`${equation}_age`]: [{ attribute: 'age' }] }, { equation }),
) as [ReturnType<typeof linear>, ReturnType<typeof linear>];

const cases: Readonly<Record<string, Case>> = {
  'binary logit': {
    parts: {
      attributes: attributes,
      parameters: [arm],
      decision: { family: 'binary_logit', variables: [], ...binary, outcomes: [outcome('stays'), outcome('goes')] },
      data: { columns: { ...attributeColumns, outcome: { column: 'did' } } },
    },
    truth: { constant: -0.5, man: 0.6, age: -0.8, letter: 0.7 },
    outcomeCells: (named, agent) => ({ did: ['stays', 'goes'][named('outcome')[agent]!]! }),
  },
  'conditional logit with unavailable alternatives': {
    parts: {
      attributes: [...attributes, categories('car', 'no', 'yes')],
      parameters: [numberParameter('fare', 1, 0.5, 2)],
      decision: {
        family: 'conditional_logit',
        variables: [],
        alternatives: [
          outcome('bus'),
          { ...outcome('car'), available_when: { attribute: 'car', in: ['yes'] }, unavailable: 'I have no car.' },
          outcome('walk'),
        ],
        coefficients: extraCoefficients('asc_car', 'asc_walk', 'fare', 'age_walk'),
        terms: [
          { id: 'car', label: 'x', coefficient: 'asc_car', scale: 1, alternatives: ['car'], factors: [] },
          { id: 'walk', label: 'x', coefficient: 'asc_walk', scale: 1, alternatives: ['walk'], factors: [] },
          {
            id: 'fare',
            label: 'x',
            coefficient: 'fare',
            scale: 1,
            alternatives: ['bus'],
            factors: [{ parameter: 'fare' }],
          },
          {
            id: 'age',
            label: 'x',
            coefficient: 'age_walk',
            scale: 1,
            alternatives: ['walk'],
            factors: [{ attribute: 'age' }],
          },
        ],
      },
      data: {
        columns: {
          'attribute.age': { column: 'age' },
          'attribute.sex': { column: 'sex' },
          'attribute.car': { column: 'car' },
          'parameter.fare': { column: 'arm', map: { none: 1, letter: 2 } },
          outcome: { column: 'did' },
        },
      },
    },
    truth: { asc_car: 0.4, asc_walk: -0.6, fare: -0.7, age_walk: -0.5 },
    outcomeCells: (named, agent) => ({ did: ['bus', 'car', 'walk'][named('outcome')[agent]!]! }),
  },
  'ordered logit': {
    parts: {
      attributes: attributes,
      parameters: [arm],
      decision: {
        family: 'ordered_logit',
        variables: [],
        ...ordered,
        coefficients: [...ordered.coefficients, ...extraCoefficients('low_middle', 'middle_high')],
        outcomes: ['low', 'middle', 'high'].map(outcome),
        thresholds: ['low_middle', 'middle_high'],
      },
      data: { columns: { ...attributeColumns, outcome: { column: 'did' } } },
    },
    truth: { man: 0.5, age: 0.7, letter: -0.6, low_middle: -0.4, middle_high: 0.9 },
    outcomeCells: (named, agent) => ({ did: ['low', 'middle', 'high'][named('outcome')[agent]!]! }),
  },
  'negative binomial counts': {
    parts: {
      attributes: attributes,
      parameters: [arm],
      decision: {
        family: 'counts',
        variables: [],
        ...counts,
        coefficients: [...counts.coefficients, ...extraCoefficients('log_theta')],
        dispersion: 'log_theta',
        count: {
          id: 'visits',
          label: 'Visits',
          unit: 'visits',
          words: { none: 'never', one: 'once', more: '{count} times' },
        },
        outcomes: [0, 1, 4].map((from) => ({ ...outcome(`from_${from}`), from })),
        telling,
      },
      data: { columns: { ...attributeColumns, outcome: { column: 'visits' } } },
    },
    truth: { constant: 0.8, man: -0.4, age: 0.5, letter: 0.3, log_theta: 0.2 },
    outcomeCells: (named, agent) => ({ visits: String(named('measure.visits')[agent]!) }),
  },
  'hazard with censored durations': {
    parts: {
      attributes: attributes,
      parameters: [arm],
      decision: {
        family: 'hazard',
        variables: [],
        ...hazard,
        periods: 6,
        duration: { id: 'wait', label: 'Wait', unit: 'weeks', period_length: 1, ended: '{value}', staying: '{value}' },
        curve: { id: 'waiting', label: 'Waiting' },
        outcomes: [{ ...outcome('soon'), until: 2 }, { ...outcome('late'), until: 6 }, outcome('never')],
        telling,
      },
      data: {
        columns: { ...attributeColumns, 'outcome.duration': { column: 'weeks' }, 'outcome.event': { column: 'ended' } },
        expand: { durations: {} },
      },
    },
    truth: { constant: -1.6, later: -0.5, man: 0.4, age: 0.6, letter: 0.5 },
    outcomeCells(named, agent) {
      const period = named('period')[agent]!;
      const observedPeriods = agent % 3 === 0 ? 4 : 6;
      return {
        weeks: String(Math.min(period, observedPeriods)),
        ended: String(Number(period <= observedPeriods)),
      };
    },
  },
  'willingness to pay observed as intervals': {
    parts: {
      attributes: attributes,
      parameters: [{ ...numberParameter('price', 10, 1, 100), unit: 'EUR' }],
      decision: {
        family: 'willingness_to_pay',
        variables: [],
        coefficients: [...amount.coefficients, ...zero.coefficients, ...extraCoefficients('log_sigma')],
        terms: [...amount.terms, ...zero.terms],
        log_sigma: 'log_sigma',
        price: 'price',
        amount: { id: 'amount', label: 'Amount', unit: 'EUR', most: 100, told: '{value}', beyond: '{value}' },
        curve: { id: 'demand', label: 'Demand', prices: [5, 20, 60] },
        outcomes: ['nothing', 'less', 'pays'].map(outcome),
        telling,
      },
      data: {
        columns: {
          'attribute.age': { column: 'age' },
          'attribute.sex': { column: 'sex' },
          'outcome.lower': { column: 'lower' },
          'outcome.upper': { column: 'upper' },
        },
      },
    },
    truth: { amount_constant: 2.5, amount_age: 0.5, zero_constant: -1, zero_age: 0.7, log_sigma: -0.2 },
    outcomeCells(named, agent) {
      const value = named('measure.amount')[agent]!;
      const lower = [5, 20, 60].filter((bid) => value > bid).at(-1) ?? 0;
      const upper = [5, 20, 60].find((bid) => value <= bid);
      return { lower: String(lower), upper: upper === undefined ? '' : String(upper) };
    },
  },
};

/** The baseline is one of the groups of the data. */
function documentOf(parts: RecipeParts) {
  const fit = { baseline_reason: 'The baseline is the group without a letter, or with the lower fare.', ...parts.fit };
  return recipeDocument({ ...parts, fit });
}

describe.each(Object.entries(cases))('%s', (name, { parts, truth, outcomeCells }) => {
  const recipe = parseRecipe(documentOf(parts));
  const data = simulatedTable(recipe, truth, outcomeCells);
  const calibrated = calibrate({ recipe, data, calibratedOn: '2025-01-01' });

  it(`Calibration of ${name} recovers the coefficients of simulated data within 4 standard errors`, () => {
    const { estimates } = calibrated.definition.evidence;
    expect(estimates.map(({ coefficient }) => coefficient).sort()).toEqual(Object.keys(truth).sort());
    const deviations = estimates.filter(
      ({ coefficient, estimate, standard_error }) => Math.abs(estimate - truth[coefficient]!) > 4 * standard_error,
    );
    expect(deviations).toEqual([]);
    for (const { estimate, standard_error } of estimates) expect(standard_error).toBeLessThan(Math.abs(estimate));
  });

  it(`Calibration of ${name} predicts held-out respondents, and simulated agents match the predictions`, () => {
    const { holdOut } = backtest({ recipe, data, definition: calibrated.definition, agents: 5, seed: 2 });
    const compared = [
      ...holdOut.outcomes,
      ...(holdOut.measures ?? []),
      ...(holdOut.curves ?? []).flatMap(({ points }) => points),
    ];
    expect(compared.length).toBeGreaterThanOrEqual(2);
    for (const { observed, predicted, simulated, observed_standard_error: error = 0.01 } of compared) {
      expect(Math.abs(predicted - observed)).toBeLessThan(5 * error + 0.01);
      expect(Math.abs(simulated! - predicted)).toBeLessThan(5 * error + 0.01);
    }
  });
});

describe('weighted rows', () => {
  it('Weighted rows are fitted, scored and compared like repeated single rows', () => {
    const { parts, truth, outcomeCells } = cases['ordered logit']!;
    const recipe = parseRecipe(documentOf(parts));
    const table = simulatedTable(recipe, truth, outcomeCells);
    const weightOf = (row: number) => 1 + (row % 3);
    const rows = Array.from(table.lines, (_, row) => row).filter((row) => row % 4 === 1);
    const repeatedRows = rows.flatMap((row) => new Array<number>(weightOf(row)).fill(row));
    const selectRows = (selected: readonly number[]): Table => ({
      columns: new Map(Array.from(table.columns, ([name, texts]) => [name, selected.map((row) => texts[row]!)])),
      lines: Int32Array.from(selected.keys()),
    });
    const one = calibrate({ recipe, data: selectRows(repeatedRows), calibratedOn: '2025-01-01' }).definition;
    const weighted = selectRows(rows);
    const columns = new Map([...weighted.columns, ['count', rows.map((row) => String(weightOf(row)))]]);
    const document = documentOf({ ...parts, data: { ...parts.data, weight: 'count', weight_kind: 'frequency' } });
    const other = calibrate({
      recipe: parseRecipe(document),
      data: { ...weighted, columns },
      calibratedOn: '2025-01-01',
    });
    expect(other.definition.evidence.hold_out).toEqual(one.evidence.hold_out);
    expect(other.definition.decision).toEqual(one.decision);
    expect(other.definition.population.attributes[1]).toEqual(one.population.attributes[1]);
  });
});

/** Values that the data do not identify are NaN in both. */
function expectSame(value: number, other: number): void {
  if (Number.isNaN(other)) expect(value).toBeNaN();
  else expect(value).toBeCloseTo(other, 8);
}

describe.each(Object.entries(cases))('weights of %s', (name, { parts, truth, outcomeCells }) => {
  const table = simulatedTable(parseRecipe(documentOf(parts)), truth, outcomeCells);
  const everyThird = Array.from(table.lines, (_, row) => row).filter((row) => row % 3 === 1);
  const timesOf = (row: number) => 1 + (row % 4);
  const tableOf = (rows: readonly number[]): Table => ({
    columns: new Map(Array.from(table.columns, ([column, texts]) => [column, rows.map((row) => texts[row]!)])),
    lines: Int32Array.from(rows.keys()),
  });
  /** Fits all rows, and reads the observed values of the held-out rows. */
  function fitOf(data: Table, weights?: readonly number[], kind = 'frequency') {
    const columns = new Map([...data.columns, ...(weights ? [['weight', weights.map(String)] as const] : [])]);
    const setting = weights ? { weight: 'weight', weight_kind: kind } : {};
    const recipe = parseRecipe(documentOf({ ...parts, data: { ...parts.data, ...setting } }));
    const model = modelOf({ recipe, data: { ...data, columns } });
    const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
    return { fit, observed: model.bound.observed(model.rows.test) };
  }

  it(`Rows with frequencies have the fit and the held-out values of repeated rows (${name})`, () => {
    const weighted = fitOf(tableOf(everyThird), everyThird.map(timesOf));
    const repeated = fitOf(tableOf(everyThird.flatMap((row) => new Array<number>(timesOf(row)).fill(row))));
    expect(weighted.fit.logLikelihood / repeated.fit.logLikelihood).toBeCloseTo(1, 9);
    for (const part of ['estimates', 'standardErrors', 'robustStandardErrors'] as const)
      weighted.fit[part].forEach((value, k) => expect(value / repeated.fit[part][k]!).toBeCloseTo(1, 5));
    weighted.observed.forEach(({ value, standardError }, k) => {
      expectSame(value, repeated.observed[k]!.value);
      expectSame(standardError, repeated.observed[k]!.standardError);
    });
  });

  it(`Constant sampling weights change neither the fit nor the held-out values (${name})`, () => {
    const weighted = fitOf(
      tableOf(everyThird),
      everyThird.map(() => 2.5),
      'sampling',
    );
    const plain = fitOf(tableOf(everyThird));
    expect(weighted.fit.logLikelihood).toBeCloseTo(plain.fit.logLikelihood, 6);
    weighted.fit.robustStandardErrors.forEach((value, k) =>
      expect(value / plain.fit.robustStandardErrors[k]!).toBeCloseTo(1, 6),
    );
    weighted.observed.forEach(({ standardError }, k) => expectSame(standardError, plain.observed[k]!.standardError));
  });
});

describe('sampling weights', () => {
  const { parts, truth, outcomeCells } = cases['ordered logit']!;
  const table = simulatedTable(parseRecipe(documentOf(parts)), truth, outcomeCells);
  const weightOf = (row: number) => 0.2 + 1.7 * ((row * 7) % 11);

  function calibrated(weights: (row: number) => number) {
    const columns = new Map([...table.columns, ['weight', Array.from(table.lines, (_, row) => String(weights(row)))]]);
    const document = documentOf({ ...parts, data: { ...parts.data, weight: 'weight' } });
    return calibrate({ recipe: parseRecipe(document), data: { ...table, columns }, calibratedOn: '2025-01-01' })
      .definition;
  }

  const one = calibrated(weightOf);

  it('A definition with fractional sampling weights counts rows and respondents, and runs', () => {
    const { data, split, hold_out: holdOut } = one.evidence;
    const count = table.lines.length;
    expect(data).toMatchObject({ respondents: count, observations: count });
    expect(split.train_observations + split.test_observations).toBe(count);
    expect(holdOut.observations).toBe(split.test_observations);
    const weights = Array.from(table.lines, (_, row) => weightOf(row));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(data.effective_respondents).toBeCloseTo(sum(weights) ** 2 / sum(weights.map((weight) => weight ** 2)), 4);
    const { columns } = simulateChunk(compile(parseDefinition(one), baselineScenario(one), 1), 0, 100);
    expect(columns.find(({ name }) => name === 'outcome')!.values).toHaveLength(100);
  });

  it('Standard errors with sampling weights come from the sandwich and do not depend on the scale of the weights', () => {
    const scaled = calibrated((row) => 10_000 * weightOf(row));
    expect(scaled.evidence.covariance!.method).toMatch(/^clustered: sampling weights, \d+ clusters$/);
    one.evidence.estimates.forEach(({ estimate, standard_error: error }, k) => {
      const other = scaled.evidence.estimates[k]!;
      expect(other.estimate / estimate).toBeCloseTo(1, 6);
      expect(other.standard_error / error).toBeCloseTo(1, 6);
    });
    expect(scaled.evidence.hold_out.observations).toBe(one.evidence.hold_out.observations);
    scaled.evidence.hold_out.scores.forEach(({ value }, k) =>
      expect(value).toBeCloseTo(one.evidence.hold_out.scores[k]!.value, 6),
    );
  });

  it('A fractional frequency is rejected with its line', () => {
    const columns = new Map([...table.columns, ['weight', Array.from(table.lines, () => '1.5')]]);
    const data = { ...parts.data, weight: 'weight', weight_kind: 'frequency' };
    const recipe = parseRecipe(documentOf({ ...parts, data }));
    expect(() => calibrate({ recipe, data: { ...table, columns }, calibratedOn: '2025-01-01' })).toThrow(
      'a frequency must be a whole number; the value is 1.5',
    );
  });
});

/** Simulates respondents with the true coefficients: half with the baseline, half with the other arm or price. */
function simulatedTable(recipe: CalibrationRecipe, truth: Case['truth'], outcomeCells: Case['outcomeCells']): Table {
  const { definition, draft } = recipe;
  const trueDefinition = parseDefinition(
    fillDraft(draft, {
      estimates: new Map(Object.entries(truth)),
      population: definition.population,
      evidence: {
        ...definition.evidence,
        estimates: Object.entries(truth).map(([coefficient, estimate]) => ({
          coefficient,
          estimate,
          standard_error: 0,
        })),
      },
    }),
  );
  const columns = new Map<string, string[]>();
  const push = (name: string, text: string) => {
    const texts = columns.get(name) ?? [];
    columns.set(name, texts);
    texts.push(text);
  };
  const baseline = baselineScenario(trueDefinition);
  const changed = { ...baseline, ...('arm' in baseline && { arm: 'letter' }), ...('fare' in baseline && { fare: 2 }) };
  for (const [armId, scenario, seed] of [
    ['none', baseline, 1],
    ['letter', changed, 2],
  ] as const) {
    const chunk = simulateChunk(compile(trueDefinition, scenario, seed), 0, agentCount / 2);
    const named = (name: string) => chunk.columns.find((column) => column.name === name)!;
    for (let agent = 0; agent < agentCount / 2; agent++) {
      for (const { id } of trueDefinition.population.attributes) push(id, cellOf(named(`attribute.${id}`), agent));
      push('arm', armId);
      for (const [name, text] of Object.entries(outcomeCells((name) => named(name).values, agent))) push(name, text);
      push('split', agent % 10 < 7 ? 'train' : 'test');
    }
  }
  return { columns, lines: Int32Array.from({ length: agentCount }, (_, row) => row + 2) };
}

function cellOf({ values, categories }: Column, row: number): string {
  return categories ? categories[values[row]!]! : String(values[row]!);
}
