import type { Table } from '../../fitting/rows/table.js';
import { draftSpec, type KnownParts } from './draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { fitAll, fitProblem } from './sample-fit.js';
import { numbers } from '../testing/numbers.js';

const next = numbers(11);
const oneOf = <Item>(...items: readonly Item[]) => items[Math.floor(items.length * next())]!;

/** A table with a row for each number. */
function tableOf(rows: number, rowOf: (row: number) => Readonly<Record<string, unknown>>): Table {
  const all = Array.from({ length: rows }, (_, row) => rowOf(row));
  return {
    lines: Int32Array.from(all, (_, row) => row + 2),
    columns: new Map(Object.keys(all[0]!).map((name) => [name, all.map((row) => String(row[name]))])),
  };
}

/** The draft that fits with the defaults of its questions, and these. */
function drafted(table: Table, outcome: string, known: Partial<KnownParts> = {}) {
  const { spec, questions } = draftSpec(table, { file: 'data.csv', outcome, ...known });
  expect(fitProblem(() => expandSpec(parseSpec(spec), table))).toBeUndefined();
  return { spec, answers: Object.fromEntries(questions.map(({ part, default: answer }) => [part, answer])) };
}

/** Rows of choices between products: one row for each product, and 1 for the chosen one. */
const products = (choices: number, rowOf: (choice: number, product: number) => Record<string, unknown>) => {
  let chosen = 0;
  return tableOf(3 * choices, (row) => {
    if (row % 3 === 0) chosen = Math.floor(3 * next());
    const choice = Math.floor(row / 3);
    return { ...rowOf(choice, row % 3), price: oneOf(9, 12, 15), chosen: Number(row % 3 === chosen) };
  });
};

describe('Rows that count respondents', () => {
  const cells = tableOf(8, (row) => ({
    sex: 'fm'[row & 1],
    arm: row & 2 ? 'drug' : 'control',
    improved: row & 4 ? 'yes' : 'no',
    n: 10 + row,
  }));

  test('A column with the number of respondents of each cell is their frequency, and asked about', () => {
    const { spec, answers } = drafted(cells, 'improved');
    expect(spec).toMatch(/^formula: improved ~ arm \+ sex$[^]*^weight: "n"\nweight_kind: frequency/m);
    expect(answers['weight']).toBe('n');
    expect(draftSpec(cells, { file: 'data.csv', outcome: 'improved', weight: null }).spec).not.toMatch(/^weight:/m);
  });

  test.each([
    ['clicks', 'no_click', 'cbind(clicks, no_click)'],
    ['Erfolge', 'Misserfolge', 'cbind(Erfolge, Misserfolge)'],
    ['signups', 'visitors', 'cbind(signups, visitors - signups)'],
  ])('%s next to %s are counts of successes', (outcome, other, text) => {
    const data = tableOf(6, (row) => ({ group: 'ab'[row & 1], device: row >> 1, [outcome]: 90 + row, [other]: 900 }));
    expect(drafted(data, outcome).spec).toMatch(
      new RegExp(`^formula: "${text.replace(/[()]/g, '\\$&')} ~ .*group`, 'm'),
    );
  });

  test('Two counts with one sum are given and kept points, and a multiple of the total is no cause', () => {
    const given = tableOf(40, (row) => ({ given: (7 * row) % 20, kept: 20 - ((7 * row) % 20), information: row & 1 }));
    expect(drafted(given, 'given').spec).toContain('cbind(given, kept) ~ information');
    const problems = tableOf(200, (row) => {
      const people = 10 + (row % 7);
      return { people_asked: people, choices: 5 * people, chose_b: (11 * row) % (2 * people), payoff: row % 9 };
    });
    const { spec } = drafted(problems, 'chose_b');
    expect(spec).toContain('cbind(chose_b, choices - chose_b) ~ payoff');
    expect(spec).toContain('people_asked (a multiple of the total)');
    const groups = tableOf(60, (row) => ({ arm: 'ab'[row & 1], n: 1 + (row % 9), voted: row % (1 + (row % 9)) }));
    expect(drafted(groups, 'voted').spec).toContain('cbind(voted, n - voted) ~ arm');
  });

  test('A column with the share of successes is no cause of them', () => {
    const data = tableOf(6, (row) => ({
      ...{ group: 'ab'[row & 1], device: row >> 1, signups: 90 + row, visitors: 900 },
      rate: ((100 * (90 + row)) / 900).toFixed(1),
    }));
    expect(drafted(data, 'signups').spec).toContain('# Not in the formula: rate (the share of signups).');
  });

  test('The share of successes next to failures is no cause of them, and yes and no can be counts', () => {
    const data = tableOf(6, (row) => ({
      arm: 'ab'[row & 1],
      wave: row >> 1,
      yes: 90 + row,
      no: 900,
      rate: (90 + row) / (990 + row),
    }));
    const { spec } = drafted(data, 'yes');
    expect(spec).toContain('# Not in the formula: rate (the share of yes).');
    expect(spec).toMatch(/^formula: "cbind\(yes, no\) ~/m);
    const two = tableOf(2, (row) => ({ arm: ['drug', 'placebo'][row], n: 40 + row, cured: 25 - 9 * row }));
    expect(drafted(two, 'cured').spec).toMatch(/^formula: "cbind\(cured, n - cured\) ~ arm"/m);
  });

  test('Counts of a few rows have as many coefficients as the rows determine', () => {
    const data = tableOf(6, (row) => ({
      shift: ['am', 'pm', 'night'][row >> 1],
      machine: 'AB'[row & 1],
      defects: 5 + 2 * row,
    }));
    expect(drafted(data, 'defects').spec).toMatch(/^formula: defects ~ machine$/m);
  });

  test('Successes of a total have the estimates of successes and failures', () => {
    const data = tableOf(4, (row) => ({ group: 'ab'[row & 1], won: 30 + 9 * row, lost: 70 - 9 * row, n: 100 }));
    const respondents = (left: string) => {
      const { table } = expandSpec(parseSpec(`title: Games\nformula: ${left} ~ group`), data);
      return table.columns.get('respondents');
    };
    expect(respondents('cbind(won, n - won)')).toEqual(respondents('cbind(won, lost)'));
    expect(() => respondents('cbind(won, n - lost)')).toThrow('needs the same column twice');
  });
});

describe('Numbers and texts that mean no answer', () => {
  test('Numbers apart from all others are missing values, named with their rows', () => {
    const data = tableOf(160, (row) => ({
      age: row % 16 === 0 ? 999 : 18 + Math.floor(60 * next()),
      class: row % 20 === 0 ? -9 : 1 + Math.floor(8 * next()),
      vote: row % 25 === 0 ? -1 : oneOf(0, 1),
    }));
    const { spec } = drafted(data, 'vote');
    expect(spec).toContain(
      'missing_values: [999, -9, -1]   # age has 999 in 10 rows, class has -9 in 8 rows, vote has -1',
    );
    expect(spec).toMatch(/^outcome: \{ event: 1,/m);
  });

  test('A code of a scale is not its last step, but a number that another column has stays', () => {
    const scale = (row: number) => (row % 16 === 0 ? 99 : 1 + Math.floor(5 * next()));
    expect(
      drafted(
        tableOf(80, (row) => ({ x: oneOf(0, 1), q: scale(row) })),
        'q',
      ).spec,
    ).toContain('order: [1, 2, 3, 4, 5]');
    const shared = tableOf(80, (row) => ({ points: 90 + Math.floor(10 * next()), q: scale(row) }));
    expect(draftSpec(shared, { file: 'data.csv', outcome: 'q' }).spec).not.toContain('missing_values');
  });

  test.each([
    ['counts from 0 to 9', () => Math.floor(10 * next() ** 3)],
    ['days since a contact, never for most', () => (next() < 0.7 ? 999 : Math.floor(20 * next()))],
    ['a change', () => oneOf(-2, -1, 0, 1, 2)],
    ['prices', () => oneOf(5, 9)],
  ])('No code is found in %s', (_, valueOf) => {
    const data = tableOf(80, () => ({ x: valueOf(), bought: oneOf('yes', 'no') }));
    expect(drafted(data, 'bought').spec).not.toContain('missing_values');
  });

  test('A refusal next to yes and no is missing', () => {
    const data = tableOf(80, () => ({ group: oneOf('a', 'b'), vote: oneOf('sí', 'sí', 'no', 'no', 'no sabe') }));
    expect(drafted(data, 'vote').spec).toMatch(/^outcome: \{ event: "?sí[^]*^missing_values: \["no sabe"\]/m);
  });
});

describe('Choices in other layouts', () => {
  test.each([
    ['texts', ['bus', 'car'], '_'],
    ['numbers', ['1', '2'], ''],
    ['0 and 1', ['0', '1'], ''],
  ])('A choice between two alternatives with columns for each is asked about (%s)', (_, [a, b], sign) => {
    const named = (name: string) =>
      Object.fromEntries([a!, b!].map((one) => [`${name}${sign}${one}`, 1 + Math.floor(9 * next())]));
    const data = tableOf(60, () => ({ choice: oneOf(a, b), ...named('price'), ...named('time') }));
    const { spec, answers } = drafted(data, 'choice');
    expect(spec).toMatch(/^formula: choice ~ price \+ time$[^]*^alternatives: \{ shape: wide/m);
    expect(answers['alternatives']).toBe('wide');
    expect(drafted(data, 'choice', { alternatives: 'rows' }).spec).not.toMatch(/^alternatives/m);
  });

  test('Ranks of the alternatives of each choice are a ranking, and asked about', () => {
    const orders = ['123', '231', '312', '213'];
    const data = tableOf(120, (row) => ({
      person: Math.floor(row / 3),
      brand: 'XYZ'[row % 3],
      price: oneOf(1, 2, 3),
      rank: orders[Math.floor(row / 3) % 4]![row % 3],
    }));
    const { spec, answers } = drafted(data, 'rank');
    expect(spec).toMatch(/alternatives: \{ shape: long, id: brand, situation: person, reference: X, ranks: 2 \}/);
    expect(answers['alternatives']).toBe('long');
  });

  test.each([
    ['A part of the value', ['Option A', 'Option B', 'None'], ['A_', 'B_'], '{ Option A: A_price, Option B: B_price }'],
    ['The number of a name', [1, 2], ['TRAIN_', 'CAR_'], '{ 1: TRAIN_price, 2: CAR_price }'],
    ['A number after the others', [1, 2, 3], ['left_', 'right_'], '{ 1: left_price, 2: right_price }'],
  ])('%s states the columns of an alternative', (_, values, names, columns) => {
    const own = (name: string) => names.map((start) => [`${start}${name}`, oneOf(5, 7, 9)]);
    const data = tableOf(120, (): Record<string, unknown> => ({
      choice: oneOf<string | number>(...values),
      ...(Object.fromEntries([...own('price'), ...own('minutes')]) as object),
    }));
    const { spec } = drafted(data, 'choice');
    expect(spec).toMatch(/^formula: choice ~ price \+ minutes$/m);
    expect(spec).toContain(`price: ${columns}`);
  });

  test('One column can mark the best alternative with 1 and the worst one with -1', () => {
    const items = ['speed', 'price', 'style'];
    let [best, worst] = [0, 1];
    const data = tableOf(180, (row) => {
      if (row % 3 === 0) best = Math.floor(3 * next());
      if (row % 3 === 0) worst = (best + oneOf(1, 2)) % 3;
      const answer = row % 3 === best ? 1 : row % 3 === worst ? -1 : 0;
      return { set: Math.floor(row / 3), item: items[row % 3], answer };
    });
    const { spec } = drafted(data, 'answer');
    expect(spec).toMatch(
      /^alternatives: \{ shape: long, id: item, situation: set, reference: price, worst: answer \}/m,
    );
    const { table } = expandSpec(parseSpec(spec), data);
    expect(table.columns.get('answer')).not.toEqual(table.columns.get('answer_worst'));
    expect(table.columns.get('answer_worst')).toHaveLength(60);
  });

  test('A mark of the worst alternative is a choice, not an attribute', () => {
    const data = products(40, (choice, product) => ({ id: choice, brand: 'XYZ'[product] }));
    const chosen = data.columns.get('chosen')!;
    const worst = chosen.map((_, row) => String(Number(chosen[row - (row % 3) + ((row + 2) % 3)] === '1')));
    const { spec } = drafted({ ...data, columns: new Map([...data.columns, ['worst', worst]]) }, 'chosen');
    expect(spec).toMatch(/^formula: chosen ~ price$[^]*reference: X, worst: worst/m);
  });

  test('Tasks whose names restart are choices without a column of the respondent', () => {
    const data = products(45, (choice, product) => ({ task: `T${choice % 4}`, option: 'ABC'[product] }));
    const { spec } = drafted(data, 'chosen');
    expect(spec).toContain('# The values of task restart and no column names the respondent');
    expect(expandSpec(parseSpec(spec), data).table.lines).toHaveLength(45);
  });

  test('The number of a task is no attribute of a respondent', () => {
    const data = tableOf(210, (row) => ({
      ...{ sys_RespNum: Math.floor(row / 3), task: (row % 3) + 1, answer: 1 + Math.floor(3 * next()) },
      ...Object.fromEntries(['p1', 'p2', 'p3', 'q1', 'q2', 'q3'].map((name) => [name, oneOf(9, 12, 15)])),
    }));
    expect(drafted(data, 'answer').spec).toContain('task (it numbers the choices of each sys_RespNum)');
  });
});

describe('Meanings of columns in drafts', () => {
  test.each([
    ['meses', 'estado', 'baja', 'activo'],
    ['mesi', 'stato', 'disdetto', 'attivo'],
    ['Laufzeit', 'Status', 'gekündigt', 'laufend'],
    ['durée', 'résilié', 'oui', 'non'],
  ])('%s with %s is a duration that ends with %s', (duration, end, event, going) => {
    const data = tableOf(80, (row) => ({
      [duration]: row === 5 ? -3 : 1 + Math.floor(8 * next()),
      [end]: oneOf(event, event, going),
      group: oneOf('a', 'b'),
    }));
    const { spec, answers } = drafted(data, duration);
    expect(spec).toMatch(/^formula: "Surv\(/m);
    expect(String(parseSpec(spec).outcome.event)).toBe(event);
    expect(spec).toMatch(/in line 7$/m);
    expect(answers['end']).toBe(end);
  });

  test('A treatment that prolongs durations is not their end', () => {
    const data = tableOf(120, () => {
      const gruppe = oneOf('Kontrolle', 'Rabatt');
      const wochen = next() < (gruppe === 'Rabatt' ? 0.7 : 0.2) ? 12 : 1 + Math.floor(11 * next());
      return { gruppe, wochen, zensiert: Number(wochen === 12) };
    });
    const { spec } = drafted(data, 'wochen');
    expect(spec).toMatch(/^formula: "Surv\(wochen, zensiert\) ~ gruppe"/m);
    expect(spec).toMatch(/^outcome: \{ event: 0,/m);
  });

  test('A place is no column that a scenario changes by default', () => {
    const data = tableOf(200, () => ({
      PLZ: oneOf(1067, 20095, 80331),
      Versand: oneOf('DHL', 'Hermes'),
      kept: oneOf(0, 1),
    }));
    expect(drafted(data, 'kept').answers['parameters']).toBe('Versand');
  });

  test('Villages with one treatment each are the groups of their households', () => {
    const data = tableOf(320, (row) => ({
      village: `V${Math.floor(row / 16)}`,
      hhid: Math.floor(row / 2),
      arm: Math.floor(row / 16) % 2 ? 'treatment' : 'control',
      vaccinated: oneOf(0, 1),
    }));
    expect(drafted(data, 'vaccinated').spec).toMatch(/^group: village/m);
  });

  test('Numbers in equal steps are measured, while the numbers of rows identify them', () => {
    const draft = (name: string, valueOf: (row: number) => number) =>
      drafted(
        tableOf(100, (row) => ({ [name]: valueOf(row), grown: oneOf(0, 1) })),
        'grown',
      ).spec;
    expect(draft('light', (row) => 5 * row)).toMatch(/^formula: grown ~ light$/m);
    expect(draft('dosis', (row) => 100 - row)).toMatch(/^formula: grown ~ dosis$/m);
    expect(draft('rownames', (row) => row + 1)).toContain('rownames (it numbers the rows)');
  });

  test('Zeros next to amounts far above 0 are no counts, and results of the outcome are not its causes', () => {
    const spent = () => (next() < 0.4 ? 0 : 12 + Math.floor(60 * next()));
    expect(
      drafted(
        tableOf(80, () => ({ spent: spent(), offer: oneOf(0, 1) })),
        'spent',
      ).spec,
    ).toMatch(/^family: amounts/m);
    const data = tableOf(100, () => {
      const bought = Math.floor(4 * next());
      return { bought, turnover: bought * oneOf(9, 12, 15), offer: oneOf(0, 1) };
    });
    expect(drafted(data, 'bought').spec).toContain('turnover (it determines the outcome)');
  });

  test.each([
    ['nessun invito', ['invito A', 'invito B']],
    ['aucune remise', ['remise 5%', 'remise 10%']],
    ['CTRL', ['A', 'B']],
    ['sans', ['avec']],
  ])('%s is the reference of an experiment', (control, others) => {
    const data = tableOf(120, () => ({ gruppe: oneOf(control, ...others), bought: oneOf(0, 1) }));
    expect(parseSpec(drafted(data, 'bought').spec).parameters['gruppe']!.baseline).toBe(control);
  });

  test.each([
    ['amount', 'amounts'],
    ['bid', 'willingness_to_pay'],
  ])('Questions about the amounts of %s and their headline are about the mean of its %s', (name, family) => {
    const data = tableOf(120, () => ({
      [name]: next() < 0.3 ? 0 : (20 * Math.exp(next())).toFixed(2),
      arm: oneOf(0, 1),
    }));
    const { recipe, questions } = expandSpec(parseSpec(drafted(data, name).spec), data);
    expect(questions[0]!.question).toContain(`What is the mean of ${name}`);
    expect(recipe['definition']).toMatchObject({
      decision: { family, amount: { id: 'amount' } },
      headline_outcome: 'amount',
    });
  });
});

describe('Prices of alternatives that scenarios set', () => {
  const data = products(60, (choice, product) => ({
    id: choice,
    brand: 'XYZ'[product],
    minutes: 5 + Math.floor(50 * next()),
  }));
  const expanded = (levers: string) =>
    expandSpec(
      parseSpec(
        `title: A\nformula: chosen ~ price + minutes\nalternatives: { shape: long, id: brand, situation: id }\nlevers: ${levers}`,
      ),
      data,
    );

  test('The price of an alternative is any number of its range, and the median at the baseline', () => {
    const { recipe } = expanded('{ price: { change: set, each: alternative } }');
    const { scenario, decision } = recipe.definition as {
      scenario: { parameters: { id: string }[] };
      decision: { variables: { id: string; alternatives: object }[] };
    };
    expect(scenario.parameters.find(({ id }) => id === 'price_x')).toMatchObject({
      ...{ type: 'number', default: 12, minimum: 9, maximum: 15, about: 'x' },
    });
    expect(decision.variables.find(({ id }) => id === 'price')!.alternatives).toMatchObject({
      x: [{ parameter: 'price_x' }],
    });
    expect(recipe['fit']).toMatchObject({ baseline_with_own_values: true });
  });

  test('Estimates do not depend on what a scenario does to a price', () => {
    const estimates = (change: string) =>
      fitAll(expanded(`{ price: { change: ${change}, each: alternative } }`)).full.fit.estimates;
    expect(estimates('set')).toEqual(estimates('multiply'));
  });
});
