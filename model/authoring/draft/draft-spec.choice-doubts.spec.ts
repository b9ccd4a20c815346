import type { Table } from '../../fitting/rows/table.js';
import { draftSpec, type KnownParts } from './draft-spec.js';
import { conjoint, fitted, type Shown, tableOf } from '../testing/choices.js';
import { numbers } from '../testing/numbers.js';

const draftOf = (table: Table, known: Partial<KnownParts> = {}) =>
  draftSpec(table, { file: 'data.csv', outcome: 'chosen', ...known });

const questionOf = (table: Table, known: Partial<KnownParts> = {}) =>
  draftOf(table, known).questions.find(({ part }) => part === 'alternatives');

type Cells = Readonly<Record<string, string | number>>;

/** Rows of each choice in another order, and without the names of the alternatives. */
function sorted(
  shown: readonly Shown[],
  order: 'first' | 'last',
  columnsOf: (own: Shown, place: number) => Cells = () => ({}),
) {
  const sign = order === 'first' ? -1 : 1;
  return tableOf(
    Array.from({ length: shown.length / 3 }, (_, k) =>
      shown
        .slice(3 * k, 3 * k + 3)
        .toSorted((a, b) => sign * (Number(a.isChosen) - Number(b.isChosen)))
        .map(({ option: _option, isChosen, ...own }, place) => ({
          ...own,
          ...columnsOf({ ...own, option: 0, isChosen }, place),
          chosen: Number(isChosen),
        })),
    ).flat(),
  );
}

const withoutConstants = (shown: readonly Shown[]) => {
  const table = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
  const spec = `title: Products
formula: chosen ~ price + brand
alternatives: { shape: long, id: option, situation: [resp, task], constants: [] }`;
  return fitted(spec, table).estimates;
};

describe('Rows whose order states the choice', () => {
  test.each([
    ['first', () => ({})],
    ['last', () => ({})],
    ['first', (_: Shown, place: number) => ({ concept: place + 1 })],
    ['last', (_: Shown, place: number) => ({ concept: `Concept ${place + 1}` })],
  ] as const)(
    'Choices whose chosen row is always the %s one are asked about, and have the estimates of a model without constants',
    (order, columnsOf) => {
      const shown = conjoint();
      const table = sorted(shown, order, columnsOf);
      const { spec } = draftOf(table);
      expect(questionOf(table)).toMatchObject({ default: 'long' });
      expect(questionOf(table)!.question).toContain(
        `the chosen row is the ${order} one of each choice ("resp" and "task")`,
      );
      expect(spec).toContain('alternatives: { shape: long, situation: [resp, task], constants: [] }');
      const { estimates } = fitted(spec, table);
      for (const [name, value] of Object.entries(withoutConstants(shown)))
        expect(estimates[name]).toBeCloseTo(value, 6);
      // The answer gives the same draft, without the question.
      expect(draftOf(table, { alternatives: 'long' }).spec).toContain('constants: []');
      expect(questionOf(table, { alternatives: 'long' })).toBeUndefined();
      expect(fitted(draftOf(table, { alternatives: 'rows' }).spec, table).decision.family).toBe('binary_logit');
    },
  );

  test('A spec with constants of such places is refused with the fix', () => {
    const table = sorted(conjoint(), 'first');
    const spec = 'title: P\nformula: chosen ~ price\nalternatives: { shape: long, situation: [resp, task] }';
    expect(() => fitted(spec, table)).toThrow(
      'the chosen row is the first one of each choice, so that numbers of rows state the choice: write `constants: []`',
    );
  });

  test('The decision against all alternatives keeps its constant, and respondents can differ in it', () => {
    const table = sorted(conjoint(-1.8), 'first', ({ resp }) => ({ age: 20 + ((resp * 7) % 40) }));
    const { spec } = draftOf(table);
    expect(spec).toContain('opt_out: none, constants: [none]');
    expect(spec).toContain('formula: chosen ~ price + brand | age\n');
    const { estimates } = fitted(spec, table);
    expect(Object.keys(estimates)).toEqual(['constant_none', 'price', 'brand_bolt', 'brand_core', 'age_none']);
  });

  test('Alternatives without names and without an opt-out have no effects of respondents', () => {
    const table = sorted(conjoint(), 'first', ({ resp }) => ({ age: 20 + ((resp * 7) % 40) }));
    expect(draftOf(table).spec).toContain('age (alternatives without names differ only by their own variables)');
    const spec =
      'title: P\nformula: chosen ~ price | age\nalternatives: { shape: long, situation: [resp, task], constants: [] }';
    expect(() => fitted(spec, table)).toThrow('which need an alternative in `alternatives.constants`');
  });
});

describe('Groups that are perhaps no choices', () => {
  const next = numbers(4);
  const spells = (isCensored: boolean) =>
    tableOf(
      Array.from({ length: 90 }, (_, person) => {
        const length = 2 + Math.floor(5 * next());
        const ends = !isCensored || next() < 0.7;
        return Array.from({ length }, (_row, k) => ({
          ...{ person, month: k + 1, temperature: Math.floor(30 * next()) },
          chosen: Number(ends && k === length - 1),
        }));
      }).flat(),
    );

  test.each([true, false])(
    'Periods until an event are rows of their own, and asked about (censored: %s)',
    (isCensored) => {
      const table = spells(isCensored);
      const { spec } = draftOf(table);
      expect(questionOf(table)).toMatchObject({ default: 'rows' });
      expect(spec).toMatch(
        /^# Each row is modeled alone, because only the last row of groups \("person"\) can be chosen/m,
      );
      expect(fitted(spec, table).decision.family).toBe('binary_logit');
      expect(draftOf(table, { alternatives: 'long' }).spec).toMatch(/^alternatives: \{ shape: long/m);
    },
  );

  test('Groups of different sizes without names of alternatives are choices if each has one chosen row, and asked about', () => {
    const shown = conjoint();
    const keep = ({ isChosen }: Shown, row: number) => isChosen || row % 5 > 0;
    const rows = shown
      .filter(keep)
      .map(({ option: _option, isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) }));
    const table = tableOf(rows);
    expect(questionOf(table)).toMatchObject({ default: 'long' });
    expect(questionOf(table)!.question).toContain('have different sizes, and no column names their alternatives');
    expect(fitted(draftOf(table).spec, table).decision.family).toBe('conditional_logit');
    // With many groups without a chosen row, each row is modeled alone, but the question remains.
    const some = rows.map((own) => ({ ...own, chosen: own.task % 3 === 0 ? 0 : own.chosen }));
    expect(questionOf(tableOf(some))).toMatchObject({ default: 'rows' });
  });
});

describe('Keys of several columns', () => {
  const waves = (columns: (resp: number) => Cells = () => ({})) =>
    tableOf(
      conjoint().map(({ resp, isChosen, ...own }) => ({
        ...columns((resp - 1) % 10),
        ...{ wave: Math.floor((resp - 1) / 10) + 1, resp: ((resp - 1) % 10) + 1, ...own, chosen: Number(isChosen) },
      })),
    );

  test('Wave, respondent and task identify a choice together, and standard errors allow for respondents', () => {
    const table = waves();
    const { spec } = draftOf(table);
    expect(spec).toContain('situation: [wave, resp, task]');
    expect(spec).toContain('id_column: resp');
    const plain = tableOf(conjoint().map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
    const expected = fitted(draftOf(plain).spec, plain).estimates;
    for (const [name, value] of Object.entries(fitted(spec, table).estimates))
      expect(value).toBeCloseTo(expected[name]!, 6);
  });

  test('Answers of respondents in front of the key do not hide it', () => {
    const table = waves((resp) =>
      Object.fromEntries(Array.from({ length: 14 }, (_, k) => [`q${k}`, (resp * 7 + k * k) % 5])),
    );
    expect(draftOf(table).spec).toContain('situation: [wave, resp, task]');
  });

  test('An alternative that no choice has is left out, and stated', () => {
    const shown = conjoint().filter(({ option, isChosen }) => option !== 3 || !isChosen);
    const table = tableOf(shown.map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) })));
    const { spec } = draftOf(table, { none_chosen: 'drop' });
    expect(spec).toContain('# Never chosen, and left out: 3.');
    expect(fitted(spec, table).notes.join(' ')).toContain('Never chosen, and left out: 3.');
    expect(() => fitted(spec.replace(', misfits', ', constants: [], misfits'), table)).toThrow('3 is never chosen');
  });
});

describe('Rows of an opt-out without attributes', () => {
  const next = numbers(3);
  /** The products of each choice and a row without attributes, in random order. */
  const withNone = (empty: string) => {
    const shown = conjoint(-2);
    return tableOf(
      Array.from({ length: shown.length / 3 }, (_, k) => {
        const own = shown.slice(3 * k, 3 * k + 3);
        const none = { ...own[0]!, price: empty, brand: empty, isChosen: !own.some(({ isChosen }) => isChosen) };
        return [...own, none]
          .map((row) => ({ ...row, place: next() }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ isChosen, option: _option, place: _place, ...row }) => ({ ...row, chosen: Number(isChosen) }));
      }).flat(),
    );
  };
  const withoutRow = fitted(
    `title: A\nformula: chosen ~ price + brand\nalternatives: { shape: long, id: option, situation: [resp, task], opt_out: none }`,
    tableOf(conjoint(-2).map(({ isChosen, ...own }) => ({ ...own, chosen: Number(isChosen) }))),
  ).estimates;

  test.each([['0'], ['']])('A row with "%s" in all attributes is the opt-out by default, wherever it is', (empty) => {
    const table = withNone(empty);
    const { spec, questions } = draftOf(table);
    expect(spec).toMatch(/opt_out: none, opt_out_rows: \[price\]/);
    expect(questions).toContainEqual(expect.objectContaining({ part: 'none_chosen', default: 'opt_out' }));
    const { estimates } = fitted(spec, table);
    expect(estimates['price']).toBeCloseTo(withoutRow['price']!, 1);
    expect(draftOf(table, { none_chosen: 'alternative' }).spec).not.toContain('opt_out');
  });

  test('The rows need a name of the opt-out', () => {
    const spec =
      'title: A\nformula: chosen ~ price\nalternatives: { shape: long, situation: [resp, task], opt_out_rows: [price] }';
    expect(() => fitted(spec, withNone('0'))).toThrow('needs the name of the opt-out');
  });
});
