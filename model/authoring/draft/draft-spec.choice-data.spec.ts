import { ownDataTable } from '../../../test/support/own-data-table.js';
import type { Table } from '../../fitting/rows/table.js';
import { draftSpec, type KnownParts } from './draft-spec.js';
import { conjoint, fitted, type Shown, tableOf } from '../testing/choices.js';
import { numbers } from '../testing/numbers.js';

const draftOf = (table: Table, known: Partial<KnownParts> = {}) =>
  draftSpec(table, { file: 'data.csv', outcome: 'chosen', ...known });

function near(found: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>): void {
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(expected)) expect(found[name]).toBeCloseTo(value, 5);
}

describe('Choices in a long file', () => {
  // Estimates of a plain conditional logit with NumPy.
  test.each([
    [
      'choice-composite-key.csv',
      'chosen ~ price + version',
      'shape: long, id: concept, situation: [resp, task], reference: 1',
      {
        constant_2: -0.0937906,
        constant_3: -0.2014175,
        price: -0.1311851,
        version_plus: 0.7691031,
        version_pro: 0.668635,
      },
    ],
    [
      'choice-categorical-attribute.csv',
      'chosen ~ price + version',
      'shape: long, id: alt, situation: id, reference: A',
      {
        constant_b: -0.0937906,
        constant_c: -0.2014175,
        price: -0.1311851,
        version_plus: 0.7691031,
        version_pro: 0.668635,
      },
    ],
    [
      'choice-no-common-alternative.csv',
      'choice ~ time',
      'shape: long, id: mode, situation: trip, reference: bus',
      { constant_car: 0.7974966, constant_train: 1.2815062, time: -0.1000812 },
    ],
    [
      'choice-optout-blank.csv',
      'chosen ~ price',
      'shape: long, id: alt, situation: task, reference: card1',
      { constant_card2: 0.0396257, constant_none: -1.484752, price: -0.6960531 },
    ],
  ])(
    'The draft of %s is a choice, and has the estimates of a plain conditional logit',
    (file, formula, fields, expected) => {
      const table = ownDataTable(file);
      const { spec, questions } = draftOf(table, { outcome: formula.split(' ')[0]! });
      expect(spec).toContain(`formula: ${formula}\n`);
      expect(spec).toContain(`alternatives: { ${fields} }`);
      expect(questions.map(({ part }) => part)).toEqual(['parameters', 'randomized']);
      near(fitted(spec, table).estimates, expected);
    },
  );

  test('A respondent of several tasks is the id of the rows, and all choices are used', () => {
    const table = ownDataTable('choice-composite-key.csv');
    const { spec } = draftOf(table);
    expect(spec).toContain('id_column: resp');
    expect(fitted(spec, table).table.lines).toHaveLength(80);
  });

  test('A choice with two chosen rows is named with its lines, left out, and asked about', () => {
    const table = ownDataTable('choice-two-chosen.csv');
    const { spec, questions } = draftOf(table);
    const problem = '1 of 80 choices does not fit: id 1 has 2 chosen rows (lines 2 and 4)';
    expect(spec).toContain(`# Almost a choice between alternatives, but ${problem}. They are left out.`);
    expect(questions[0]).toMatchObject({ part: 'alternatives', default: 'long' });
    expect(questions[0]!.question).toContain(problem);
    expect(fitted(spec, table).table.lines).toHaveLength(79);
    expect(() => fitted(spec.replace(', misfits: drop', ''), table)).toThrow(`alternatives.situation: ${problem}`);
  });

  test('A user can model each row alone, although the rows look like a choice', () => {
    const table = ownDataTable('choice-two-chosen.csv');
    const { spec, questions } = draftOf(table, { alternatives: 'rows' });
    expect(spec).toMatch(/^formula: chosen ~ .*price/m);
    expect(spec).not.toMatch(/^alternatives:/m);
    expect(questions.map(({ part }) => part)).not.toContain('alternatives');
    expect(fitted(spec, table).decision.family).toBe('binary_logit');
  });

  test('Texts as ids, another language and mixed rows give the same choice', () => {
    const shown = conjoint();
    const plain = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
    const other = tableOf(
      shown
        .map(({ resp, task, option, price, brand, isChosen }) => ({
          ...{ befragter: `P-${resp}`, aufgabe: `T${task}`, konzept: `Konzept ${option}`, preis: price, marke: brand },
          gewaehlt: isChosen ? 'ja' : 'nein',
        }))
        .toSorted((a, b) => a.preis - b.preis || a.marke.localeCompare(b.marke)),
    );
    const [first, second] = [draftOf(plain), draftOf(other, { outcome: 'gewaehlt' })];
    expect(first.spec).toContain('id: option, situation: [resp, task]');
    expect(second.spec).toContain('id: konzept, situation: [befragter, aufgabe]');
    const [a, b] = [fitted(first.spec, plain).estimates, fitted(second.spec, other).estimates];
    expect(Object.values(b)).toHaveLength(5);
    Object.values(a).forEach((value, k) => expect(Object.values(b)[k]).toBeCloseTo(value, 5));
  });

  test('A column with the number of the chosen alternative in all rows gives the same choice', () => {
    const shown = conjoint();
    const chosenIn = (resp: number, task: number) =>
      shown.find((own) => own.resp === resp && own.task === task && own.isChosen)!.option;
    const marked = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
    const named = tableOf(
      shown.map(({ isChosen: _isChosen, ...own }) => ({ ...own, choice: chosenIn(own.resp, own.task) })),
    );
    const { spec } = draftOf(named, { outcome: 'choice' });
    near(fitted(spec, named).estimates, fitted(draftOf(marked).spec, marked).estimates);
  });

  test('Choices without a chosen row choose an alternative without rows, and are asked about', () => {
    const shown = conjoint(-1.8);
    const table = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
    const { spec, questions } = draftOf(table);
    expect(spec).toContain('opt_out: none');
    expect(questions[0]).toMatchObject({ part: 'none_chosen', default: 'opt_out' });
    const { estimates, table: wide } = fitted(spec, table);
    expect(estimates).toHaveProperty('constant_none');
    expect(wide.lines).toHaveLength(180);
    const dropped = draftOf(table, { none_chosen: 'drop' });
    expect(fitted(dropped.spec, table).estimates).not.toHaveProperty('constant_none');
    // The rows of the opt-out, with texts that mean nothing, give the same estimates.
    const withRow = tableOf(
      Array.from({ length: 180 }, (_, k) => {
        const own = shown.slice(3 * k, 3 * k + 3);
        const none = { resp: own[0]!.resp, task: own[0]!.task, option: 9, price: 0, brand: 'none' };
        return [...own, { ...none, isChosen: !own.some(({ isChosen }) => isChosen) }];
      })
        .flat()
        .map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })),
    );
    const same = fitted(draftOf(withRow).spec, withRow).estimates;
    Object.values(estimates).forEach((value, k) => expect(Object.values(same)[k]).toBeCloseTo(value, 5));
  });

  test('An alternative that is listed twice is named with its lines', () => {
    const shown = conjoint();
    const table = tableOf(
      shown.map(({ isChosen, ...own }, row) => ({
        ...own,
        option: row === 4 ? 1 : own.option,
        chosen: Number(isChosen),
      })),
    );
    const { spec, questions } = draftOf(table);
    expect(questions[0]!.question).toContain('resp 1, task 2 has a value of "option" twice (lines 5 and 6)');
    expect(fitted(spec, table).table.lines).toHaveLength(179);
    // The answer to the question gives the same model.
    const answered = draftOf(table, { alternatives: 'long' });
    expect(answered.spec).toContain('situation: [resp, task], reference: 1, misfits: drop');
    expect(answered.questions.map(({ part }) => part)).not.toContain('alternatives');
  });

  test('Rows without a column of alternatives are numbered in their order', () => {
    const table = tableOf(
      conjoint().map(({ resp, task, price, brand, isChosen }) => ({
        resp,
        task,
        price,
        brand,
        chosen: isChosen ? 'True' : 'False',
      })),
    );
    const { spec } = draftOf(table);
    expect(spec).toContain('alternatives: { shape: long, situation: [resp, task] }');
    expect(fitted(spec, table).decision.alternatives.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('Variables that the constants contain are left out with the reason', () => {
    const color = { Acme: 'red', Bolt: 'blue', Core: 'red' } as Record<string, string>;
    const table = tableOf(
      conjoint().map(({ resp, task, option, price, isChosen }) => {
        const brand = ['Acme', 'Bolt', 'Core'][option - 1]!;
        return {
          sid: `${resp}-${task}`,
          brand,
          color: color[brand]!,
          stars: 6 - option,
          price,
          chosen: isChosen ? 'x' : '',
        };
      }),
    );
    const { spec } = draftOf(table);
    expect(spec).toContain('formula: chosen ~ price\n');
    expect(spec).toMatch(/^# Not in the formula: color \(its effect cannot be distinguished .*stars \(its effect/m);
    expect(fitted(spec, table).estimates).toHaveProperty('price');
  });

  test('Panels, durations by period and pairs with an outcome each are no choices', () => {
    const next = numbers(4);
    const rows = <Row>(count: number, of: (k: number) => Row): Row[] => Array.from({ length: count }, (_, k) => of(k));
    const panel = rows(240, (k) => ({
      person: Math.floor(k / 4),
      wave: (k % 4) + 1,
      age: 20 + Math.floor(40 * next()),
      chosen: Number(next() < 0.4),
    }));
    const pairs = rows(80, (k) => ({
      household: Math.floor(k / 2),
      member: (k % 2) + 1,
      chosen: Number(next() < 0.5),
    }));
    const spells = rows(80, (person) =>
      rows(2 + Math.floor(5 * next()), (k) => ({ person, month: k + 1, chosen: 0 })),
    ).flatMap((own) => {
      own.at(-1)!.chosen = Number(next() < 0.7);
      return own;
    });
    for (const records of [panel, pairs, spells]) expect(draftOf(tableOf(records)).spec).not.toMatch(/^alternatives:/m);
  });
});

describe('Alternatives that are not always available', () => {
  const modes = ['bus', 'tram', 'car'];
  const next = numbers(8);
  const trips = Array.from({ length: 200 }, (_, k) => {
    const shown = modes.map((mode) => ({
      mode,
      time: 5 + Math.floor(50 * next()),
      cost: 1 + Math.floor(9 * next()),
      isOpen: next() < 0.7,
    }));
    if (shown.filter(({ isOpen }) => isOpen).length < 2) shown.forEach((own, at) => (own.isOpen = at !== k % 3));
    const utilities = shown.map(({ time, cost, isOpen }) =>
      isOpen ? -0.05 * time - 0.2 * cost - Math.log(-Math.log(next())) : -Infinity,
    );
    return {
      trip: k + 1,
      age: 18 + Math.floor(60 * next()),
      shown,
      choice: modes[utilities.indexOf(Math.max(...utilities))]!,
    };
  });
  const wide = (flags: boolean) =>
    trips.map(({ age, choice, shown }) => ({
      choice,
      age,
      ...Object.fromEntries(
        shown.flatMap(({ mode, time, cost, isOpen }): [string, string | number][] => [
          [`${mode}_time`, isOpen ? time : ''],
          [`${mode}_cost`, isOpen ? cost : ''],
          ...(flags ? [[`${mode}_av`, Number(isOpen)] as [string, number]] : []),
        ]),
      ),
    }));
  const long = (all: boolean) =>
    trips.flatMap(({ trip, age, choice, shown }) =>
      shown
        .filter(({ isOpen }) => all || isOpen)
        .map(({ mode, time, cost, isOpen }) => ({
          trip,
          mode,
          time: isOpen ? time : '',
          cost: isOpen ? cost : '',
          age,
          chosen: Number(mode === choice),
        })),
    );

  test('Rows left out, empty cells and columns of the availability give the same estimates, without a common alternative', () => {
    const files: readonly (readonly [object[], string])[] = [
      [long(false), 'chosen'],
      [long(true), 'chosen'],
      [wide(false), 'choice'],
      [wide(true), 'choice'],
    ];
    const results = files.map(([records, outcome]) => {
      const table = tableOf(records as Record<string, string | number>[]);
      return fitted(draftOf(table, { outcome }).spec, table);
    });
    for (const { estimates } of results) near(estimates, results[0]!.estimates);
    const { alternatives } = results[0]!.decision;
    expect(alternatives.map(({ available_when: when }) => when!.attribute)).toEqual([
      'choice_set',
      'choice_set',
      'choice_set',
    ]);
  });

  test('Agents have the values of rows with the alternative, not those of rows without it', () => {
    const table = tableOf(long(false));
    const { table: read } = fitted(draftOf(table).spec, table);
    expect(Math.min(...read.columns.get('time_bus')!.map(Number))).toBeGreaterThanOrEqual(5);
  });

  test('An empty cell of an alternative that is chosen there is a missing value', () => {
    const records = long(false).map((own, row) =>
      row === 10 || (own.chosen === 1 && row < 40) ? { ...own, cost: '' } : own,
    );
    const { spec, questions } = draftOf(tableOf(records));
    expect(spec).toMatch(/^missing: drop {3}# \d+ rows lack cost/m);
    expect(spec).not.toContain('blank: unavailable');
    expect(questions.map(({ part }) => part)).toContain('missing');
  });

  test('More sets of alternatives than an attribute can have are refused with the fix', () => {
    const records = (items: number) =>
      Array.from({ length: 300 }, (_, set) => {
        const shown = new Set<number>();
        while (shown.size < 4) shown.add(Math.floor(items * next()));
        return Array.from(shown, (item, k) => ({ set, item: `i${item}`, chosen: Number(k === set % 4) }));
      }).flat();
    const [few, many] = [tableOf(records(8)), tableOf(records(20))];
    const spec = 'title: Items\nformula: chosen ~ 1\nalternatives: { shape: long, id: item, situation: set }';
    expect(fitted(spec, few).decision.alternatives[0]!.available_when!.in.length).toBeGreaterThan(20);
    expect(() => fitted(spec, many)).toThrow(/different sets of alternatives, at most 255: remove `id`/);
    const draft = draftOf(many).spec;
    expect(draft).toContain('formula: chosen ~ item\n');
    expect(draft).toContain('alternatives: { shape: long, situation: set }');
  });
});

describe('Choices in a wide file', () => {
  test('Names of columns match codes of alternatives in another spelling', () => {
    const next = numbers(5);
    const codes = ['Monthly', 'OneYear', 'TwoYear'];
    const table = tableOf(
      Array.from({ length: 200 }, () => ({
        contract: codes[Math.floor(3 * next())]!,
        ...{
          price_monthly: 20 + Math.floor(9 * next()),
          price_one_year: 18 + Math.floor(9 * next()),
          'price.two-year': 15 + Math.floor(9 * next()),
        },
      })),
    );
    const { spec } = draftOf(table, { outcome: 'contract' });
    expect(spec).toContain('price: { Monthly: price_monthly, OneYear: price_one_year, TwoYear: price.two-year }');
    expect(fitted(spec, table).estimates).toHaveProperty('price');
  });

  test('The number of the chosen alternative is recognized with two variables, and asked about', () => {
    const next = numbers(9);
    const numbered = (names: readonly string[]) =>
      tableOf(
        Array.from({ length: 200 }, () => ({
          choice: 1 + Math.floor(3 * next()),
          ...Object.fromEntries(names.flatMap((name) => [1, 2, 3].map((k) => [`${name}${k}`, Math.floor(9 * next())]))),
          size2: Math.floor(5 * next()),
        })),
      );
    const table = numbered(['price', 'time']);
    const { spec, questions } = draftOf(table, { outcome: 'choice' });
    expect(spec).toContain('formula: choice ~ price + time | size2');
    expect(questions[0]).toMatchObject({ part: 'alternatives', default: 'wide' });
    expect(Object.keys(fitted(spec, table).estimates)).toContain('time');
    expect(draftOf(table, { outcome: 'choice', alternatives: 'rows' }).spec).not.toMatch(/^alternatives:/m);
    // Items of a questionnaire are not alternatives.
    expect(draftOf(numbered(['q']), { outcome: 'choice' }).spec).not.toMatch(/^alternatives:/m);
  });

  test('The number of the chosen brand next to a price of each is a choice, unlike columns with other ranges', () => {
    const next = numbers(4);
    const names = ['Abc_Stick', 'De_Stick', 'Fgh_Stick'];
    const withRanges = (of: (k: number) => number) =>
      tableOf(
        Array.from({ length: 200 }, () => ({
          household: Math.floor(40 * next()),
          brand: 1 + Math.floor(3 * next()),
          ...Object.fromEntries(names.map((name, k) => [name, (of(k) + next()).toFixed(2)])),
        })),
      );
    const { spec, questions } = draftOf(
      withRanges(() => 1),
      { outcome: 'brand' },
    );
    expect(spec).toContain('formula: brand ~ Stick\n');
    expect(spec).toContain('{ 1: Abc, 2: De, 3: Fgh }');
    expect(questions[0]).toMatchObject({ part: 'alternatives', default: 'wide' });
    expect(
      draftOf(
        withRanges((k) => 9 ** k),
        { outcome: 'brand' },
      ).spec,
    ).not.toMatch(/^alternatives:/m);
  });

  test('Variables that do not vary, or copy another one, are left out with the reason', () => {
    const next = numbers(5);
    const table = tableOf(
      Array.from({ length: 200 }, () => {
        const [a, b] = [1 + Math.floor(9 * next()), 1 + Math.floor(9 * next())];
        const prices = { price_bus: a, price_car: b, cents_bus: 100 * a, cents_car: 100 * b, km_bus: 7, km_car: 5 };
        return { mode: ['bus', 'car'][Math.floor(2 * next())]!, ...prices };
      }),
    );
    const { spec } = draftOf(table, { outcome: 'mode', alternatives: 'wide' });
    expect(spec).toContain('formula: mode ~ price\n');
    expect(spec).toMatch(/^# Not in the formula: cents_bus \(its effect cannot be distinguished .*km_car/m);
    expect(Object.keys(fitted(spec, table).estimates)).toEqual(['constant_car', 'price']);
    // A user who marks a column of an alternative means its variable.
    const parameters = { parameters: ['price_bus', 'price_car'], randomized: ['price_car'] };
    expect(draftOf(table, { outcome: 'mode', alternatives: 'wide', ...parameters }).spec).toContain(
      '\n  price: { randomized: true, each: alternative }\n',
    );
  });

  test('A number that is the same in all rows of one alternative is a variable of it', () => {
    const next = numbers(5);
    const table = tableOf(
      Array.from({ length: 200 }, () => {
        const [a, b] = [1 + Math.floor(9 * next()), 1 + Math.floor(9 * next())];
        return { mode: ['bus', 'car', 'walk'][Math.floor(3 * next())]!, time_bus: a, time_car: b, time_walk: 30 };
      }),
    );
    const { decision } = fitted(draftOf(table, { outcome: 'mode' }).spec, table);
    expect(decision.variables[0]!.alternatives).toHaveProperty('walk');
  });

  test('Categories of all alternatives have one reference, although one alternative lacks some of them', () => {
    const next = numbers(6);
    const of = (items: readonly string[]) => items[Math.floor(next() * items.length)]!;
    const table = tableOf(
      Array.from({ length: 200 }, () => ({
        pick: of(['a', 'b']),
        fuel_a: of(['gas', 'diesel']),
        fuel_b: of(['gas', 'electric']),
      })),
    );
    const { estimates } = fitted('title: Cars\nformula: pick ~ fuel\nalternatives: { shape: wide }', table);
    expect(Object.keys(estimates)).toEqual(['constant_b', 'fuel_electric', 'fuel_gas']);
  });

  test('A code that means a missing value is no alternative', () => {
    const next = numbers(7);
    const table = tableOf(
      Array.from({ length: 200 }, (_, k) => ({
        mode: k % 20 === 0 ? '-1' : String(1 + Math.floor(2 * next())),
        time_1: 1 + Math.floor(9 * next()),
        time_2: 1 + Math.floor(9 * next()),
      })),
    );
    const { decision } = fitted(
      'title: M\nformula: mode ~ time\nmissing_values: ["-1"]\nalternatives: { shape: wide }',
      table,
    );
    expect(decision.alternatives.map(({ id }) => id)).toEqual(['1', '2']);
  });

  test('Choices of one respondent in several rows count as one respondent, in a wide file too', () => {
    const shown = conjoint();
    const table = tableOf(
      Array.from({ length: 180 }, (_, k) => {
        const [first, second, third] = shown.slice(3 * k, 3 * k + 3) as [Shown, Shown, Shown];
        const { resp, task } = first;
        const chosen = [first, second, third].find(({ isChosen }) => isChosen)!.option;
        return { resp, task, price_1: first.price, price_2: second.price, price_3: third.price, choice: chosen };
      }),
    );
    const { spec } = draftOf(table, { outcome: 'choice', alternatives: 'wide' });
    expect(spec).toContain('id_column: resp   # the respondent of a row');
    expect(fitted(spec, table).recipe.definition['evidence']).toMatchObject({
      data: { sample: '180 choices in data.csv' },
    });
  });
});
