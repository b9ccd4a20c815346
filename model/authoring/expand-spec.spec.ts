import type { Table } from '../fitting/rows/table.js';
import { calibrate, modelOf } from '../fitting/calibrate.js';
import { fitSample } from '../fitting/fit-sample.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import { draftSpec } from './draft/draft-spec.js';
import { expandSpec } from './expand-spec.js';
import { parseSpec } from './parse-spec.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { numbers } from './testing/numbers.js';
import { itInFullLevel } from '../../test/support/full-level.js';

const rowCount = 2000;
const draw = numbers(7);
const rows = Array.from({ length: rowCount }, (_, k) => {
  const letter = ['none', 'plain', 'friendly'][Math.floor(3 * draw())]!;
  const age = 20 + Math.floor(50 * draw());
  const female = draw() < 0.5 ? 1 : 0;
  const region = ['north', 'south', 'west'][Math.floor(3 * draw())]!;
  const price = (1 + 4 * draw()).toFixed(1);
  const predictor =
    -1 + (letter === 'friendly' ? 0.9 : letter === 'plain' ? 0.4 : 0) + 0.5 * female - 0.02 * (age - 45);
  return {
    household: String(Math.floor(k / 2)),
    letter,
    age: String(age),
    female: String(female),
    male: String(1 - female),
    region,
    price,
    income: k % 100 === 3 ? '' : String(1000 + Math.floor(3000 * draw())),
    visits: String(Math.floor(4 * draw() * draw())),
    paid: draw() < 1 / (1 + Math.exp(-predictor)) ? 'yes' : 'no',
    part: draw() < 0.3 ? 'test' : 'train',
  };
});
const table: Table = {
  lines: Int32Array.from(rows, (_, k) => k + 2),
  columns: new Map(
    Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name as keyof (typeof rows)[number]])]),
  ),
};
const expand = (text: string) => expandSpec(parseSpec(`title: Letters\n${text}`), table);
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('expandSpec', () => {
  const spec = 'formula: paid ~ letter + age + female\nparameters: { letter: { randomized: true } }';
  const expansion = expand(spec);
  const recipe = parseRecipe(expansion.recipe);

  test('A spec gives a complete definition whose parameters default to the values as observed', () => {
    expect(recipe.definition.scenario.parameters).toMatchObject([
      {
        id: 'letter',
        type: 'choice',
        default: 'as_observed',
        options: [{ id: 'as_observed' }, { id: 'friendly' }, { id: 'none' }, { id: 'plain' }],
      },
    ]);
    expect(recipe.definition.population.attributes.map(({ id, type }) => [id, type])).toEqual([
      ['letter', 'categorical'],
      ['age', 'integer'],
      ['female', 'categorical'],
    ]);
    expect(expansion.notes).toContain('Reference of "letter": friendly.');
  });

  test('The baseline predicts the observed share, and each option predicts its own', () => {
    const { definition } = calibrate({ recipe, data: table, calibratedOn: '2025-01-01' });
    const share = rows.filter(({ paid }) => paid === 'yes').length / rowCount;
    const figure = definition.evidence.baseline!.figures.find(({ id }) => id === 'paid')!;
    expect(figure.observed).toBeCloseTo(share, 5);
    expect(Math.abs(figure.simulated - share)).toBeLessThan(0.03);
    const [plain] = definition.evidence.hold_out.effects!.filter(({ option }) => option === 'none');
    expect(plain!.observed).toBeLessThan(0);
    expect(plain!.predicted).toBeLessThan(0);
  });

  // Names of the columns of `model.matrix` in R 4.2, with `female` as a number.
  test.each([
    ['letter + region - 1', ['letter_friendly', 'letter_none', 'letter_plain', 'region_south', 'region_west']],
    ['female + letter - 1', ['female', 'letter_friendly', 'letter_none', 'letter_plain']],
    ['female + age - 1', ['female', 'age']],
    ['factor(female) + age - 1', ['female_0', 'female', 'age']],
    ['female:letter', ['constant', 'female_x_letter_friendly', 'female_x_letter_none', 'female_x_letter_plain']],
    [
      'region + region:letter - 1',
      [
        ...['region_north', 'region_south', 'region_west'],
        ...['north', 'south', 'west'].flatMap((region) =>
          ['none', 'plain'].map((letter) => `region_${region}_x_letter_${letter}`),
        ),
      ],
    ],
  ])('Categories of %s are coded as in R', (formula, expected) => {
    const { decision } = expand(`formula: paid ~ ${formula}`).recipe.definition as {
      decision: { coefficients: { id: string }[] };
    };
    expect(decision.coefficients.map(({ id }) => id)).toEqual(expected);
  });

  test.each([
    ['poisson', (mean: number) => mean, undefined],
    ['negative binomial', (mean: number, spread: number) => mean * spread, 'log_theta'],
  ])('Counts that depend strongly on a column are recognized as %s', (_name, meanOf, dispersion) => {
    const next = numbers(11);
    const exponential = () => -Math.log(next());
    const poisson = (mean: number) => {
      let [count, sum] = [0, exponential()];
      for (; sum < mean; sum += exponential()) count++;
      return count;
    };
    const doses = Array.from({ length: 1000 }, () => 2 * next());
    const counts: Table = {
      lines: Int32Array.from(doses, (_, k) => k + 2),
      columns: new Map([
        ['dose', doses.map((dose) => dose.toFixed(3))],
        ['visits', doses.map((dose) => String(poisson(meanOf(Math.exp(dose), exponential()))))],
      ]),
    };
    const own = expandSpec(parseSpec('title: Visits\nformula: visits ~ dose'), counts);
    expect((own.recipe.definition['decision'] as { dispersion?: string }).dispersion).toBe(dispersion);
    const { names, estimates } = fitOf(own.recipe, counts);
    expect(Math.abs(estimates[names.indexOf('dose')]! - 1)).toBeLessThan(0.2);
    const forced = expandSpec(
      parseSpec('title: Visits\nformula: visits ~ dose\noutcome: { distribution: poisson }'),
      counts,
    );
    expect(forced.recipe.definition['decision']).not.toHaveProperty('dispersion');
  });

  test('A random split never cuts a group and does not depend on the order of the rows', () => {
    const own = expand(`${spec}\ngroup: household`);
    const partsOf = (data: Table) => {
      const { rows: read } = modelRows(own.recipe, data);
      const households = data.columns.get('household')!;
      return new Set(Array.from(read.test, (row) => households[row]!));
    };
    const reversed: Table = {
      lines: Int32Array.from(table.lines).reverse(),
      columns: new Map(Array.from(table.columns, ([name, texts]) => [name, texts.toReversed()])),
    };
    const held = partsOf(table);
    expect(held.size).toBe(300);
    expect(partsOf(reversed)).toEqual(held);
    const { rows: read } = modelRows(own.recipe, table);
    const fitted = new Set(Array.from(read.train, (row) => table.columns.get('household')![row]!));
    expect([...held].filter((household) => fitted.has(household))).toEqual([]);
  });

  test.each([
    ['formula: paid ~ letter + price\nparameters: { price: { change: multiply } }', { parameter: 'price' }],
    [
      'formula: paid ~ letter + log(price)\nparameters: { price: { change: multiply } }',
      { parameter: 'price', transform: 'log' },
    ],
    [
      'formula: paid ~ letter + I(age^2)\nparameters: { age: { change: add } }',
      { parameter: 'age', transform: 'square' },
    ],
    ['formula: paid ~ letter + age\nparameters: { age: { compare: [30, 40, 50] } }', { parameter: 'age' }],
  ])('A scenario can change a number: %s', (text, factor) => {
    const { definition } = parseRecipe(expand(text).recipe);
    expect(JSON.stringify(definition.decision)).toContain(JSON.stringify(factor).slice(1, -1));
  });

  test('Parts that are written out replace the inferred ones, and keep the inferred values of other fields', () => {
    const whole = parseRecipe(expand(spec).recipe).definition;
    const { definition, fit, data } = parseRecipe(
      expand(
        `${spec}
questions: { words: { attributes: { female: { 1: women } } } }
attributes: { age: { unit: years of age } }
decision: { coefficients: { age: Years }, terms: { age: { label: Age in years } } }
narrative: { reasons: { age: { both: 'I am {age} old' } } }
evidence: { collected: In 2024 }
data: { columns: { attribute.age: { column: age, steps: [{ round: 0 }] } } }
fit: { least_segment: 30 }`,
      ).recipe,
    );
    const itemOf = <Item extends { id: string }>(items: readonly Item[], id: string) =>
      items.find((one) => one.id === id)!;
    expect(fit).toMatchObject({ least_segment: 30, agents: 'respondents' });
    expect(data.columns['attribute.age']).toEqual({ column: 'age', steps: [{ round: 0 }] });
    expect(itemOf(definition.population.attributes, 'age')).toEqual({
      ...itemOf(whole.population.attributes, 'age'),
      unit: 'years of age',
    });
    expect(itemOf(definition.population.attributes, 'female')).toMatchObject({
      categories: [{ id: '0' }, { id: '1', words: ['women'] }],
    });
    expect(itemOf(definition.decision.coefficients, 'age').label).toBe('Years');
    expect(itemOf(definition.decision.terms, 'age')).toEqual({
      ...itemOf(whole.decision.terms, 'age'),
      label: 'Age in years',
    });
    expect(definition.decision.terms).toHaveLength(whole.decision.terms.length);
    expect(itemOf(definition.narrative.reasons, 'age')).toMatchObject({ raises: 'I am {age} old' });
    expect(definition.evidence.data).toEqual({ ...whole.evidence.data, collected: 'In 2024' });
  });

  test('The older name of the parameters is accepted with a notice, but not next to the new one', () => {
    const older = expand(spec.replace('parameters:', 'levers:'));
    expect(older.recipe).toEqual(expand(spec).recipe);
    expect(older.notes[0]).toContain('`levers` is the older name of `parameters`');
    expect(() => parseSpec(`title: A\n${spec}\nlevers: { age: {} }`)).toThrow('levers: is the older name');
  });

  test.each([
    ['formula: "paid ~ age"\nnarrative: 3', 'narrative: must be { field: value }'],
    ['family: counts', 'formula: is missing, such as'],
    ['decision: {}\nalternatives: { shape: wide }', 'alternatives: needs a formula'],
    ['decision: {}\nparameters: { price: {} }', 'parameters.price: has no type'],
    ['formula: paid ~ age\nparameters: { age: { chang: set } }', 'parameters.age: "chang" is not a field'],
  ])('A spec with a part that has no meaning is rejected: %s', (text, message) => {
    expect(messageOf(() => expand(text))).toContain(message);
  });

  test.each([
    ['formula: paid ~ letter\nparameters: { race: {} }', 'parameters.race: race is not in the formula'],
    ['formula: paid ~ leter', 'formula: uses "leter", which is not a column of the data; did you mean "letter"?'],
    ['formula: region ~ age', 'the outcome "region" has 3 values; a binary outcome needs 2. Name the event'],
    [
      'formula: paid ~ age + income',
      '20 rows lack "income": add `missing: { income: drop }` or `missing: { income: impute }`',
    ],
    ['formula: paid ~ female + male', 'formula: male = 1 − female: remove one'],
    [
      'formula: paid ~ age\ngroup: household\nsplit: { column: part, train: train, test: test }',
      /split: split cuts \d+ groups of household: omit split to split by group/,
    ],
    ['formula: paid ~ letter\noutcome: { event: maybe }', 'outcome.event: "maybe" is not a value of "paid"'],
    ['formula: paid ~ log(visits)', 'uses log(visits), but the lowest value is 0: use log1p(visits)'],
    ['formula: paid ~ letter + paid', 'has the outcome "paid" on both sides of ~'],
    ['formula: paid ~ letter\nparameter: {}', '"parameter" is not a field; did you mean "parameters"?'],
    [
      'formula: paid ~ factor(age) * factor(visits) * letter',
      /about [\d,]+ coefficients, [\d,]+ of them for factor\(age\):factor\(visits\):letter; a model can have 300/,
    ],
    ['formula: paid ~ age | female', 'has a part after |, which is for choices'],
    [
      'formula: paid ~ letter\nparameters: { letter: { change: multiply } }',
      '"letter" has categories: use `change: set`',
    ],
    [
      'formula: paid ~ letter\nparameters: { letter: { compare: [none, plane] } }',
      '"plane" does not occur in the data; did you mean "plain"?',
    ],
    ['formula: visits ~ age\noutcome: { order: [0, 1] }', 'outcome.order'],
    ['formula: price ~ age\nfamily: counts', 'family: is counts, but "price" has '],
    ['formula: region ~ age\nfamily: amounts', 'family: is amounts, but "region" has values that are not numbers'],
    ['formula: "paid ~ ("', 'formula: expected a column, but found "the end"'],
    ['formula: [', 'is not valid YAML'],
  ])('The error of the spec %s explains what is wrong', (text, message) => {
    expect(messageOf(() => parseRecipe(expand(text).recipe))).toMatch(
      typeof message === 'string' ? new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : message,
    );
  });

  test('A definition in place of a spec is recognized', () => {
    expect(messageOf(() => parseSpec('{"workflow_id": "a", "decision": {}}'))).toContain('is a definition, not a spec');
  });

  test('References in YAML cannot expand without limit', () => {
    const levels = Array.from({ length: 9 }, (_, k) => `a${k + 1}: &a${k + 1} [${Array(9).fill(`*a${k}`).join(', ')}]`);
    expect(messageOf(() => parseSpec(['a0: &a0 [x]', ...levels].join('\n')))).toContain('has too many references');
  });
});

test.each(['y ~ proto', 'proto ~ y'])(
  'The value __proto__, which schemas of JSON ignore, is a problem of the spec before the fit (%s)',
  (formula) => {
    const text = (row: number, other: string) => (row % 2 === 0 ? other : 'b');
    const columns = new Map([
      ['y', Array.from({ length: 60 }, (_, row) => text(row, 'a'))],
      ['proto', Array.from({ length: 60 }, (_, row) => text(row, '__proto__'))],
    ]);
    const data = { lines: Int32Array.from({ length: 60 }, (_, row) => row + 2), columns };
    expect(() => expandSpec(parseSpec(`title: Values\nformula: ${formula}`), data)).toThrow(
      'has the value "__proto__", which a spec cannot name',
    );
  },
);

describe('draftSpec', () => {
  const tableOf = (columns: Readonly<Record<string, (row: number) => string>>): Table => ({
    lines: Int32Array.from({ length: 60 }, (_, row) => row + 2),
    columns: new Map(
      Object.entries(columns).map(([name, valueOf]) => [name, Array.from({ length: 60 }, (_, row) => valueOf(row))]),
    ),
  });

  test('Names of columns with quotes, braces and colons stay texts in the draft of a choice', () => {
    const name = 'x" }, reference: bus } #';
    const data = tableOf({
      [`car_${name}`]: (row) => String(row % 7),
      [`bus_${name}`]: (row) => String(row % 5),
      mode: (row) => ['bus', 'car'][row % 2]!,
    });
    const spec = parseSpec(draftSpec(data, { file: 'trips.csv', outcome: 'mode', alternatives: 'wide' }).spec);
    expect(spec.alternatives).toMatchObject({ reference: 'bus', columns: { [name]: `{alt}_${name}` } });
    expect(Object.keys(spec.parameters)).toEqual([name]);
  });

  test('Unknown alternatives and three nests of one alternative are named, also in several nests', () => {
    const data = tableOf({
      price_bus: (row) => String(row % 7),
      price_car: (row) => String(row % 5),
      mode: (row) => ['bus', 'car'][row % 2]!,
    });
    const messageWith = (nests: string) =>
      messageOf(() =>
        expandSpec(
          parseSpec(`title: Modes\nformula: mode ~ price\nalternatives: { shape: wide, nests: ${nests} }`),
          data,
        ),
      );
    expect(messageWith('{ a: [bus, tram], b: [bus, tram] }')).toContain(
      'alternatives.nests.a: "tram" is not an alternative; alternatives: bus, car',
    );
    expect(messageWith('{ a: [bus, car], b: [bus, car], c: [bus, car] }')).toContain(
      'alternatives.nests: "bus" is in more than two nests',
    );
  });

  test('The decision has the link of the spec, for two values, an order and counts of successes', () => {
    const data = tableOf({
      failures: (row) => String(row % 4),
      rating: (row) => String(1 + (row % 3)),
      pays: (row) => ['no', 'yes'][row % 2]!,
      visits: (row) => String(row % 9),
      age: (row) => String(20 + (row % 50)),
    });
    const expanded = (formula: string, outcome = '') =>
      expandSpec(parseSpec(`title: T\nformula: ${formula} ~ age\noutcome: { link: probit${outcome} }`), data);
    const decisionOf = (...given: Parameters<typeof expanded>) => expanded(...given).recipe.definition.decision;
    expect(decisionOf('pays')).toMatchObject({ family: 'binary_logit', link: 'probit' });
    expect(decisionOf('cbind(visits, failures)')).toMatchObject({ family: 'binary_logit', link: 'probit' });
    expect(decisionOf('rating', ', order: [1, 2, 3]')).toMatchObject({ family: 'ordered_logit', link: 'probit' });
    expect(expanded('pays').notes[0]).toBe('Family: binary_logit with the link probit, because "pays" has 2 values.');
    for (const formula of ['visits', 'Surv(visits, pays)'])
      expect(messageOf(() => expanded(formula))).toContain(
        'outcome.link: is probit, but only an outcome with two values',
      );
  });

  test('A sample by choice needs the probability of each alternative', () => {
    const data = tableOf({
      price_bus: (row) => String(row % 7),
      price_car: (row) => String(row % 5),
      mode: (row) => ['bus', 'car'][row % 2]!,
    });
    const expanded = (sampling: string) =>
      expandSpec(
        parseSpec(`title: Modes\nformula: mode ~ price\nalternatives: { shape: wide, sampling: ${sampling} }`),
        data,
      ).recipe;
    const withLink = 'title: Modes\nformula: mode ~ price\noutcome: { link: probit }\nalternatives: { shape: wide }';
    expect(messageOf(() => expandSpec(parseSpec(withLink), data))).toContain('outcome.link: must be omitted');
    const message = messageOf(() => expanded('{ bus: 0.1, tram: 0.2 }'));
    expect(message).toContain('alternatives.sampling: "tram" is not an alternative; alternatives: bus, car');
    expect(message).toContain('alternatives.sampling: lacks "car"');
    expect(expanded('{ car: 0.2, bus: 0.1 }').data).toMatchObject({ sampling: { bus: 0.1, car: 0.2 } });
  });

  test('lspline() is one coefficient for each part between its knots, with parameters that set the number', () => {
    const data = tableOf({
      age: (row) => String(18 + row),
      pays: (row) => String(Number((row * 7) % 10 < 5)),
    });
    const expanded = (lever = '') =>
      expandSpec(parseSpec(`title: Pay\nformula: pays ~ lspline(age, 30, 50)\n${lever}`), data).recipe;
    const { decision } = expanded().definition as { decision: { coefficients: object[]; terms: object[] } };
    expect(decision.coefficients).toEqual([
      { id: 'constant', label: 'Constant' },
      { id: 'age_up_to_30', label: 'Age up to 30' },
      { id: 'age_from_30_to_50', label: 'Age from 30 to 50' },
      { id: 'age_above_50', label: 'Age above 50' },
    ]);
    expect(decision.terms).toMatchObject([
      { factors: [] },
      { factors: [{ attribute: 'age', part: { to: 30 } }] },
      { factors: [{ attribute: 'age', part: { from: 30, to: 50 } }] },
      { factors: [{ attribute: 'age', part: { from: 50 } }] },
    ]);
    expect(JSON.stringify(expanded('parameters: { age: { change: set, compare: [20, 40] } }'))).toContain(
      '{"parameter":"age","part":{"from":30,"to":50}}',
    );
    expect(messageOf(() => expanded('parameters: { age: { change: add } }'))).toContain(
      'parameters.age.change: is add, which lspline() of "age" in the formula does not permit: use `change: set`',
    );
  });

  test('rcs() fits as the columns of a restricted cubic spline do, with parameters that set the number', () => {
    const next = numbers(23);
    const rows = Array.from({ length: 600 }, () => {
      const age = Math.round(18 + 60 * next());
      return { age, pays: Number(next() < 0.2 + 0.6 * Math.exp(-(((age - 50) / 15) ** 2))) };
    });
    const [first, middle, last] = [25, 50, 70];
    const cube = (value: number) => Math.max(0, value) ** 3;
    const curve = (age: number) =>
      (cube(age - first) -
        (cube(age - middle) * (last - first)) / (last - middle) +
        (cube(age - last) * (middle - first)) / (last - middle)) /
      (last - first) ** 2;
    const data: Table = {
      lines: Int32Array.from(rows, (_, k) => k + 2),
      columns: new Map([
        ['age', rows.map(({ age }) => String(age))],
        ['curved', rows.map(({ age }) => String(curve(age)))],
        ['pays', rows.map(({ pays }) => String(pays))],
      ]),
    };
    const expanded = (formula: string, lever = '') =>
      expandSpec(parseSpec(`title: Pay\nformula: ${formula}\n${lever}`), data).recipe;
    const [spline, columns] = ['pays ~ rcs(age, 25, 50, 70)', 'pays ~ age + curved'].map((formula) =>
      fitOf(expanded(formula), data),
    );
    expect(spline!.logLikelihood).toBeCloseTo(columns!.logLikelihood, 6);
    expect(spline!.names).toEqual(['constant', 'age', 'age_curve_1']);
    spline!.estimates.forEach((estimate, k) => expect(estimate / columns!.estimates[k]!).toBeCloseTo(1, 5));
    const withLever = parseRecipe(
      expanded('pays ~ rcs(age, 25, 50, 70)', 'parameters: { age: { change: set, compare: [30, 60] } }'),
    );
    expect(JSON.stringify(withLever.definition.decision)).toContain(
      '{"parameter":"age","part":{"from":25},"transform":"square"}',
    );
    expect(messageOf(() => expanded('pays ~ rcs(age, 25, 50, 70)', 'parameters: { age: { change: add } }'))).toContain(
      'parameters.age.change: is add, which rcs() of "age" in the formula does not permit: use `change: set`',
    );
  });

  test('A scale needs a column of groups', () => {
    const data = tableOf({
      price_bus: (row) => String(row % 7),
      price_car: (row) => String(row % 5),
      mode: (row) => ['bus', 'car'][row % 2]!,
      wave: (row) => String(row % 50),
      survey: (row) => ['stated', 'revealed', 'panel'][row % 3]!,
    });
    const expanded = (column: string) =>
      expandSpec(
        parseSpec(`title: Modes\nformula: mode ~ price\nalternatives: { shape: wide, scale: ${column} }`),
        data,
      ).recipe;
    expect(messageOf(() => expanded('wave'))).toContain('alternatives.scale: "wave" has numbers');
    expect(messageOf(() => expanded('surveys'))).toContain('alternatives.scale: uses "surveys", which is not a column');
    expect(expanded('survey').definition.decision).toMatchObject({
      scales: [
        { coefficient: 'scale_survey_revealed', agents: { attribute: 'survey', in: ['revealed'] } },
        { coefficient: 'scale_survey_stated', agents: { attribute: 'survey', in: ['stated'] } },
      ],
    });
  });

  const classSpec = (classes: string, more = '') =>
    expandSpec(
      parseSpec(`title: Modes\nformula: mode ~ price\nalternatives: { shape: wide, classes: ${classes} }${more}`),
      tableOf({
        price_bus: (row) => String(row % 7),
        price_car: (row) => String(row % 5),
        age: (row) => String(18 + (row % 50)),
        region: (row) => ['north', 'south', 'west'][row % 3]!,
        mode: (row) => ['bus', 'car'][row % 2]!,
      }),
    ).recipe;

  test('Latent classes have own coefficients for all terms, and log odds with columns of the respondent', () => {
    const { decision } = parseRecipe(classSpec('{ number: 3, membership: age + region }')).definition;
    const { classes, coefficients } = decision as ConditionalLogit;
    expect(classes!.map(({ id }) => id)).toEqual(['class_1', 'class_2', 'class_3']);
    expect(classes![0]).toMatchObject({ coefficients: {} });
    expect(classes![2]).toMatchObject({
      log_odds: 'log_odds_class_3',
      coefficients: { constant_car: 'constant_car_class_3', price: 'price_class_3' },
      membership: [
        { coefficient: 'log_odds_class_3_age', factors: [{ attribute: 'age' }] },
        { factors: [{ indicator: { attribute: 'region', in: ['south'] } }] },
        { factors: [{ indicator: { attribute: 'region', in: ['west'] } }] },
      ],
    });
    expect(coefficients).toHaveLength(2 + 2 * (2 + 1 + 3));
    expect(coefficients.find(({ id }) => id === 'price_class_2')!.label).toBe('Price, class 2');
    const constant = parseRecipe(classSpec('2')).definition.decision as ConditionalLogit;
    expect(constant.classes!.map(({ membership }) => membership)).toEqual([undefined, undefined]);
  });

  test('Long files keep the columns of scales and of log odds', () => {
    const long = tableOf({
      trip: (row) => String(Math.floor(row / 2)),
      mode: (row) => ['bus', 'car'][row % 2]!,
      chosen: (row) => String(Number(row % 4 === 0 || row % 4 === 3)),
      price: (row) => String((row * 7) % 11),
      survey: (row) => ['stated', 'revealed'][Math.floor(row / 2) % 2]!,
      age: (row) => String(18 + (Math.floor(row / 2) % 50)),
    });
    const decisionWith = (field: string) =>
      expandSpec(
        parseSpec(
          `title: Modes\nformula: chosen ~ price\nalternatives: { shape: long, id: mode, situation: trip, ${field} }`,
        ),
        long,
      ).recipe.definition.decision;
    expect(decisionWith('scale: survey')).toMatchObject({ scales: [{ agents: { attribute: 'survey' } }] });
    expect(decisionWith('classes: { number: 2, membership: age }')).toMatchObject({
      classes: [{}, { membership: [{ factors: [{ attribute: 'age' }] }] }],
    });
  });

  test.each([
    ['1', '', 'must be a whole number from 2 to 20, or { number: 2, membership: age + income }'],
    ['{ number: 2, membership: aeg }', '', 'alternatives.classes.membership: uses "aeg", which is not a column'],
    ['{ number: 2, membership: "age +" }', '', 'alternatives.classes.membership: '],
    ['{ number: 2, membership: mode }', '', 'has the outcome "mode" on both sides of ~'],
    ['{ number: 2, membership: age }', '\nparameters: { age: {} }', '"age" is a parameter, but the class of an agent'],
  ])('The error of the latent classes %s%s names the problem', (classes, more, message) => {
    expect(messageOf(() => classSpec(classes, more))).toContain(message);
  });

  const randomSpec = (fields: string) =>
    expandSpec(
      parseSpec(`title: Modes\nformula: mode ~ price + time\nalternatives: { shape: wide, ${fields} }`),
      tableOf({
        price_bus: (row) => String(1 + (row % 7)),
        price_car: (row) => String(1 + (row % 5)),
        time_bus: (row) => String(1 + (row % 3)),
        time_car: (row) => String(1 + (row % 11)),
        mode: (row) => ['bus', 'car'][row % 2]!,
      }),
    ).recipe;

  test('Random coefficients have spreads and, if they are correlated, a coefficient for each pair', () => {
    const random = 'random: { constant_car: normal, price: { distribution: log_normal, sign: -1 }, time: normal }';
    const { decision } = parseRecipe(randomSpec(`${random}, correlated: true`)).definition;
    const { coefficients } = decision as ConditionalLogit;
    expect(coefficients.map(({ id, label }) => `${id}: ${label}`)).toEqual([
      'constant_car: Constant of Car, mean',
      'price: Price, mean of the logarithm',
      'time: Time, mean',
      'constant_car_spread: Constant of Car, standard deviation',
      'price_spread: Price, standard deviation of the logarithm',
      'price_with_constant_car: Price with constant of Car',
      'time_spread: Time, standard deviation',
      'time_with_constant_car: Time with constant of Car',
      'time_with_price: Time with price',
    ]);
    expect(coefficients[2]!.taste).toEqual({
      ...{ distribution: 'normal', spread: 'time_spread' },
      correlated_with: { constant_car: 'time_with_constant_car', price: 'time_with_price' },
    });
    const separate = parseRecipe(randomSpec('random: { time: triangular }')).definition.decision as ConditionalLogit;
    expect(separate.coefficients.slice(-2)).toMatchObject([
      { id: 'time', taste: { distribution: 'triangular', spread: 'time_spread' } },
      { label: 'Time, half of the range' },
    ]);
    const inMoney = randomSpec('random: { price: { distribution: log_normal, sign: -1 } }, money: price');
    expect(parseRecipe(inMoney).definition.decision).toMatchObject({ money: 'price' });
  });

  test.each([
    ['random: { tiem: normal }', 'alternatives.random: "tiem" is not a coefficient; known: constant_car, price, time'],
    ['random: { time: log_normal }', 'must be normal, uniform, triangular, or { distribution: log_normal, sign: -1 }'],
    ['random: { time: normal }, classes: 2', 'alternatives.random: cannot be combined with `classes`'],
    ['random: { time: uniform, price: normal }, correlated: true', 'alternatives.correlated: "time" is uniform'],
    ['random: {}', 'alternatives.random: must name at least one coefficient'],
    ['random: { time: normal }, correlated: true', 'alternatives.correlated: needs at least two coefficients'],
    ['correlated: true', 'alternatives.correlated: needs `random`'],
    ['money: price', 'alternatives.money: needs a log-normal coefficient'],
    ['random: { price: normal }, money: price', 'alternatives.money: "price" must be a log-normal coefficient'],
  ])('The error of the random coefficients %s names the problem', (fields, message) => {
    expect(messageOf(() => randomSpec(fields))).toContain(message);
  });

  const waits = {
    wait_bus: (row: number) => String(1 + (row % 7)),
    wait_car: (row: number) => String(1 + (row % 5)),
    age: (row: number) => String(18 + (row % 50)),
    mode: (row: number) => ['bus', 'car'][row % 2]!,
  };
  const waitSpec = (formula: string, rest = '') =>
    expandSpec(parseSpec(`title: Modes\nformula: ${formula}\nalternatives: { shape: wide }${rest}`), tableOf(waits))
      .recipe;

  test('box_cox() gives a variable a power, also in products and with coefficients by alternative', () => {
    const { decision } = parseRecipe(
      waitSpec('mode ~ 0 | 1 | box_cox(wait) + box_cox(wait):age', '\nparameters: { wait: {} }'),
    ).definition;
    const { variables, coefficients, terms } = decision as ConditionalLogit;
    const factors = (alternative: string) => [{ attribute: `wait_${alternative}` }, { parameter: 'wait' }];
    expect(variables).toEqual([
      {
        ...{ id: 'wait', label: 'Wait', unit: variables[0]!.unit, box_cox: { power: 'lambda_wait', at: 2.9 } },
        alternatives: { bus: factors('bus'), car: factors('car') },
      },
    ]);
    expect(coefficients.at(-1)).toMatchObject({ id: 'lambda_wait', label: 'Box-Cox power of Wait' });
    expect(terms.find(({ id }) => id === 'box_cox_wait_car')!.factors).toEqual([{ variable: 'wait' }]);
    expect(terms.find(({ id }) => id.startsWith('box_cox_wait_x_age'))!.factors).toEqual([
      { variable: 'wait' },
      { attribute: 'age' },
    ]);
  });

  test.each([
    ['mode ~ wait + box_cox(wait)', '', 'formula: uses both "wait" and box_cox(wait): use one of them'],
    ['mode ~ wait | box_cox(age)', '', 'formula: uses box_cox(age), which is for variables of the alternatives'],
    ['mode ~ wait + box_cox(age):wait', '', 'formula: uses box_cox(age), which is for variables of the alternatives'],
    [
      'mode ~ box_cox(wait)',
      '\nparameters: { wait: { change: add } }',
      'parameters.wait: a variable with box_cox() needs `change: multiply`',
    ],
  ])('The error names what box_cox() cannot do: %s %s', (formula, rest, message) => {
    expect(messageOf(() => waitSpec(formula, rest))).toContain(message);
  });

  test('Alternatives without a row have a value that has a Box-Cox transform', () => {
    const data = tableOf({
      trip: (row) => String(Math.floor(row / 3)),
      mode: (row) => (row % 9 === 8 ? 'tram' : ['bus', 'car', 'train'][row % 3]!),
      wait: (row) => String(2 + (row % 7)),
      taken: (row) => (row % 3 === [2, 0, 2, 1][Math.floor(row / 3) % 4] ? '1' : '0'),
    });
    const spec = parseSpec(
      'title: Modes\nformula: taken ~ box_cox(wait)\nalternatives: { shape: long, id: mode, situation: trip }',
    );
    const { table, recipe } = expandSpec(spec, data);
    expect(table.columns.get('wait_tram')!.every((text) => Number(text) > 0)).toBe(true);
    // The typical value leaves out the rows without the tram.
    const waits = data.columns.get('wait')!.map(Number);
    const mean = Math.exp(waits.reduce((sum, wait) => sum + Math.log(wait), 0) / waits.length);
    const { variables } = recipe.definition.decision as { variables: { box_cox: { at: number } }[] };
    expect(variables[0]!.box_cox.at).toBe(Number(mean.toPrecision(2)));
  });

  test('A column with a backtick is not in the formula, so that its name cannot add other columns', () => {
    const data = tableOf({
      y: (row) => String(row % 2),
      a: (row) => String(row % 7),
      'a` + `y': (row) => String(row % 5),
    });
    const { spec } = draftSpec(data, { file: 'data.csv', outcome: 'y' });
    expect(parseSpec(spec).formula).toBe('y ~ a');
    expect(() => draftSpec(data, { file: 'data.csv', outcome: 'a` + `y' })).toThrow('rename the column');
  });

  test('A draft with values of megabytes is rejected, and takes linear time', () => {
    const long = tableOf({
      y: (row) => `a${' '.repeat(1_200_000)}${row % 3}`,
      x: (row) => String(row % 7),
    });
    expect(() => draftSpec(long, { file: 'data.csv', outcome: 'y' })).toThrow('use columns with shorter values');
  });

  test.each(['paid', 'visits', 'region'])('The draft for the outcome %s can be fitted', (outcome) => {
    const { spec, questions } = draftSpec(table, { file: 'letters.csv', outcome });
    expect(questions.length).toBeLessThanOrEqual(6);
    const { recipe } = expandSpec(parseSpec(spec), table);
    expect(() => parseRecipe(recipe)).not.toThrow();
    expect(spec.split('\n').length).toBeLessThan(30);
  });

  test('A choice is recognized by its columns, and described as such', () => {
    const next = numbers(5);
    const modes = ['bus', 'car', 'train'];
    const trips = Array.from({ length: 300 }, (_, trip) => ({
      trip: String(trip + 1),
      mode: modes[Math.floor(3 * next())]!,
      prices: modes.map(() => (1 + 9 * next()).toFixed(2)),
      income: String(1000 + Math.floor(3000 * next())),
    }));
    const tableOf = (records: readonly Record<string, string>[]): Table => ({
      lines: Int32Array.from(records, (_, k) => k + 2),
      columns: new Map(Object.keys(records[0]!).map((name) => [name, records.map((record) => record[name]!)])),
    });
    const wide = tableOf(
      trips.map(({ prices, mode, income }) => ({
        mode,
        ...Object.fromEntries(modes.map((one, k) => [`price_${one}`, prices[k]!])),
        income,
      })),
    );
    const long = tableOf(
      trips.flatMap(({ trip, mode, prices, income }) =>
        modes.map((one, k) => ({ trip, mode: one, chosen: one === mode ? '1' : '0', price: prices[k]!, income })),
      ),
    );
    const outcomes = [
      { data: wide, outcome: 'mode' },
      { data: long, outcome: 'chosen' },
    ];
    for (const { data, outcome } of outcomes) {
      const { spec } = draftSpec(data, { file: 'trips.csv', outcome });
      expect(spec).toMatch(new RegExp(`^formula: ${outcome} ~ price \\| income$`, 'm'));
      const { recipe } = expandSpec(
        parseSpec(`${spec}  income: { change: multiply }`.replace(/# units.*\n/, '')),
        data,
      );
      expect(parseRecipe(recipe).definition.decision.family).toBe('conditional_logit');
    }
    // Without such columns, the values are alternatives without an order, which the spec points out.
    const { spec } = draftSpec(tableOf(trips.map(({ mode, income }) => ({ mode, income }))), {
      file: 'trips.csv',
      outcome: 'mode',
    });
    expect(spec).toContain('formula: mode ~ 1 | income');
    expect(spec).toContain('alternatives: { shape: wide, reference: bus }   # no order follows from the texts');
  });

  test('A duration with the column of its end, and a weight, are suggested', () => {
    const next = numbers(6);
    const spells: Table = {
      lines: Int32Array.from({ length: 500 }, (_, k) => k + 2),
      columns: new Map([
        ['weeks', Array.from({ length: 500 }, () => String(1 + Math.floor(20 * next())))],
        ['ended', Array.from({ length: 500 }, () => (next() < 0.7 ? '1' : '0'))],
        ['coach', Array.from({ length: 500 }, () => (next() < 0.5 ? '1' : '0'))],
        ['weight', Array.from({ length: 500 }, () => (0.5 + next()).toFixed(2))],
      ]),
    };
    const { spec } = draftSpec(spells, { file: 'spells.csv', outcome: 'weeks' });
    expect(spec).toContain('formula: "Surv(weeks, ended) ~ coach"');
    expect(spec).toMatch(/^# weight: weight {3}# not used/m);
    expect(parseRecipe(expandSpec(parseSpec(spec), spells).recipe).definition.decision.family).toBe('hazard');
  });

  test('A column that another one determines is left out with the reason', () => {
    const paidAmount = rows.map(({ paid }, k) => (paid === 'yes' ? String(10 + (k % 5)) : '0'));
    const withAmount: Table = { ...table, columns: new Map([...table.columns, ['amount', paidAmount]]) };
    const { spec } = draftSpec(withAmount, { file: 'letters.csv', outcome: 'paid' });
    expect(spec).toContain('amount (it determines the outcome)');
    expect(spec).toMatch(/^formula: .*female/m);
    expect(spec).not.toMatch(/^formula: .*(\bmale\b|amount|household)/m);
    expect(spec).toContain('group: household');
  });

  test('A group and a weight that are declined are neither used nor asked for', () => {
    const weighted: Table = {
      ...table,
      columns: new Map([...table.columns, ['weight', rows.map((_, k) => `${1 + (k % 3)}`)]]),
    };
    const known = { file: 'letters.csv', outcome: 'paid' };
    const open = draftSpec(weighted, known);
    expect(open.spec).toContain('group: household');
    expect(open.questions.map(({ part }) => part)).toEqual(expect.arrayContaining(['group', 'weight']));
    const { spec, questions } = draftSpec(weighted, { ...known, group: null, weight: null });
    expect(spec).not.toMatch(/^(group|weight):/m);
    expect(questions.map(({ part }) => part)).toEqual(expect.not.arrayContaining(['group', 'weight']));
  });

  test.each([
    [{ outcome: 'payd' }, 'outcome: the data have no column "payd"; did you mean "paid"?'],
    [{ outcome: 'paid', group: 'home' }, 'group: the data have no column "home"'],
    [{ outcome: 'year' }, 'outcome: "year" has the same value in all rows: name another column'],
    [
      { outcome: 'note' },
      'outcome: "note" has 2,000 different texts: an outcome has at most 50. Name another column, or the event to predict',
    ],
  ])('The request %j is rejected with its part and the fix', (known, message) => {
    const columns = new Map([
      ...table.columns,
      ['year', rows.map(() => '2005')],
      ['note', rows.map((_, k) => `n${k}x`)],
    ]);
    expect(() => draftSpec({ ...table, columns }, { file: 'letters.csv', ...known })).toThrow(message);
  });
});

itInFullLevel('Amounts can be fitted with a parameter of few values', () => {
  const next = numbers(17);
  const people = Array.from({ length: 600 }, (_, k) => {
    const promo = k % 2;
    const amount = Math.round(Math.exp(2 + 0.5 * promo + next() + next() - 1));
    return { promo: String(promo), spend: next() < 0.3 ? '0' : `${amount}.50` };
  });
  const spending: Table = {
    lines: Int32Array.from(people, (_, k) => k + 2),
    columns: new Map((['promo', 'spend'] as const).map((name) => [name, people.map((person) => person[name])])),
  };
  const { recipe: own } = expandSpec(
    parseSpec('title: Spending\nformula: spend ~ promo\nparameters: { promo: {} }'),
    spending,
  );
  const { definition } = calibrate({ recipe: parseRecipe(own), data: spending, calibratedOn: '2025-01-01' });
  const { family, coefficients } = definition.decision as { family: string; coefficients: { id: string }[] };
  expect(family).toBe('willingness_to_pay');
  expect(coefficients.map(({ id }) => id)).toContain('amount_promo');
});

function modelRows(recipe: object, data: Table) {
  return modelOf({ recipe: parseRecipe(recipe), data });
}

function fitOf(draft: object, data: Table) {
  const recipe = parseRecipe(draft);
  const model = modelOf({ recipe, data });
  return fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit;
}
