import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../../fitting/rows/table.js';
import { draftSpec } from './draft-spec.js';
import type { KnownParts } from './draft-known.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { fitAll, fitProblem } from './sample-fit.js';
import { generatedTable } from '../testing/generated-tables.js';
import { numbers } from '../testing/numbers.js';
import { calibrate } from '../../fitting/calibrate.js';
import { parseRecipe } from '../recipe/parse-recipe.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

const next = numbers(5);
const oneOf = <Item>(...items: readonly Item[]) => items[Math.floor(items.length * next())]!;

function tableOf(rows: number, columns: Readonly<Record<string, (row: number) => unknown>>): Table {
  const textsOf = (valueOf: (row: number) => unknown) => Array.from({ length: rows }, (_, row) => String(valueOf(row)));
  return {
    lines: Int32Array.from({ length: rows }, (_, row) => row + 2),
    columns: new Map(Object.entries(columns).map(([name, valueOf]) => [name, textsOf(valueOf)])),
  };
}

function ownData(name: string): Table {
  const text = readFileSync(join(import.meta.dirname, `../../../test/support/own-data/${name}.csv`), 'utf8');
  const [header, ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return tableOf(rows.length, Object.fromEntries(header!.map((column, k) => [column, (row: number) => rows[row]![k]])));
}

/** The draft, the family of its model, and why it cannot be fitted. */
function drafted(table: Table, outcome: string, known: Partial<KnownParts> = {}) {
  const { spec, questions } = draftSpec(table, { file: 'data.csv', outcome, ...known });
  const expanded = expandSpec(parseSpec(spec), table);
  const { family } = expanded.recipe.definition['decision'] as { family: string };
  const answers = Object.fromEntries(questions.map((question) => [question.part, question.default]));
  return { spec, answers, family, problem: fitProblem(() => expanded), notes: expanded.notes };
}

describe('Drafts of files as people bring them', () => {
  test.each([
    ['few_zeros', 'spend', 'amounts', /^formula: spend ~ offer$/m],
    ['likert_1_5', 'satisfaction', 'ordered_logit', /^outcome: \{ order: \[1, 2, 3, 4, 5\] \}/m],
    ['codes_and_ids', 'bought', 'binary_logit', /CUSTOMER_ID \(a different number.*\n.*factor\(plan_code\) \+ x/m],
    ['consecutive_numbers', 'bought', 'binary_logit', /^formula: bought ~ minutes$/m],
    [
      'control_not_first',
      'visit',
      'binary_logit',
      /group: \{ compare: \[No E-Mail, Mens E-Mail, Womens E-Mail\], baseline: No E-Mail \}/,
    ],
    ['lever_not_in_formula', 'purchases', 'counts', /^ {2}coupon: \{\}$/m],
    ['sales_above_10000', 'sales', 'amounts', /^formula: sales ~ promo \+ size$/m],
    // Indicators of the choice are columns of alternatives, too.
    ['wide_with_indicators', 'Choice', 'conditional_logit', /^formula: Choice ~ price \+ abs$/m],
  ])('The draft of %s for the outcome %s is a model of the family %s', (name, outcome, family, text) => {
    const draft = drafted(ownData(name), outcome);
    expect([draft.family, draft.problem]).toEqual([family, undefined]);
    expect(draft.spec).toMatch(text);
  });
});

test('An experiment with durations whose bands differ from the model has the effect of its design', () => {
  const table = ownData('duration_experiment');
  const { spec } = draftSpec(table, { file: 'data.csv', outcome: 'weeks', parameters: ['arm'], randomized: ['arm'] });
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' });
  // Kaplan-Meier means up to 12 weeks: 6.43 and 8.62.
  expect(definition.evidence.contrasts![0]!.observed).toBeCloseTo(6.43 - 8.62, 2);
});

describe('Outcomes of drafts', () => {
  const offer = () => oneOf(0, 1);

  test.each([
    ['a scale from 0 to 10', 'recommend', () => Math.floor(11 * Math.sqrt(next())), 'ordered_logit'],
    ['a scale from 0 to 6 with a frequent end', 'party', () => Math.floor(7 * next()), 'ordered_logit'],
    ['numbers from 1, which are no counts', 'purchases', () => 1 + Math.floor(7 * next() ** 3), 'ordered_logit'],
    ['counts from 0', 'children', () => Math.floor(7 * next() ** 3), 'counts'],
    ['bands of income', 'income', () => oneOf('under 20k', '20k-40k', 'over 40k'), 'ordered_logit'],
    ['texts without an order', 'brand', () => oneOf('Zeta', 'Acme', 'Mira'), 'conditional_logit'],
  ])('The outcome with %s has the family of its meaning, which is asked', (_, name, valueOf, family) => {
    const draft = drafted(tableOf(200, { [name]: valueOf, offer }), name);
    expect([draft.family, draft.problem]).toEqual([family, undefined]);
    expect(draft.answers).toHaveProperty('order', family === 'ordered_logit' ? expect.stringMatching(/[,;]/) : '-');
  });

  test.each([
    ['T', ['F', 'T']],
    ['ja', ['nein', 'ja']],
    ['sí', ['no', 'sí']],
    ['Purchased', ['Purchased', 'Not purchased']],
  ])('The event of a yes or no is %s', (event, values) => {
    const draft = drafted(tableOf(120, { bought: () => oneOf(...values), offer }), 'bought');
    expect(parseSpec(draft.spec).outcome.event).toBe(event);
    expect([draft.answers['event'], draft.problem]).toEqual([undefined, undefined]);
  });

  test('Without an order, the numbers of a scale are counts, and ordered texts are alternatives', () => {
    const data = tableOf(200, {
      rating: () => 1 + Math.floor(5 * next()),
      view: () => oneOf('Disagree', 'Neither', 'Agree'),
      offer,
    });
    expect(drafted(data, 'rating', { order: null }).family).toBe('counts');
    expect(drafted(data, 'view', { order: null }).family).toBe('conditional_logit');
    expect(drafted(data, 'view').spec).toContain('order: [Disagree, Neither, Agree]');
  });

  test('Texts that are no answer are missing, not a step of a scale', () => {
    const draft = drafted(tableOf(200, { health: () => oneOf('good', 'poor', 'fair', "Don't know"), offer }), 'health');
    expect(draft.spec).toMatch(/order: \[poor, fair, good\][^]*missing_values: \[.*"Don't know"\]/);
    expect(draft.problem).toBeUndefined();
  });

  const spells = (zero?: number) =>
    tableOf(150, {
      span: (row) => (row === zero ? 0 : Math.min(12, 1 + Math.floor(-9 * Math.log(next())))),
      coach: offer,
    });
  const withEnd = (data: Table, name: string, codes: readonly [string, string]): Table => ({
    ...data,
    columns: new Map([...data.columns, [name, data.columns.get('span')!.map((span) => codes[span === '12' ? 1 : 0])]]),
  });

  test.each([
    ['arrest', ['1', '0']],
    ['flag', ['yes', 'no']],
    ['status', ['2', '1']],
    ['censored', ['0', '1']],
  ] as const)('A duration whose %s is mostly at the maximum is seen as a duration', (name, codes) => {
    const draft = drafted(withEnd(spells(), name, codes), 'span');
    expect([draft.family, draft.problem]).toEqual(['hazard', undefined]);
    expect(draft.spec).toContain(`Surv(span, ${name})`);
    expect(draft.spec).toMatch(new RegExp(`event: ["']?${codes[0]}["']?,`));
  });

  test.each([
    ['days of years', 'survival_days', (years: number) => String(Math.ceil(365 * years)), 'period: 365'],
    ['numbers with decimals', 'tenure', (years: number) => years.toFixed(2), 'period: 0.5'],
    ['many whole numbers', 'time', (years: number) => String(Math.ceil(1000 * years)), 'period: 500'],
  ] as const)('Durations in %s are rounded up to whole periods, and are not counts', (_, name, text, period) => {
    const years = Array.from({ length: 150 }, () => Math.min(21.9, 0.02 - 8 * Math.log(next())));
    const data = tableOf(150, {
      [name]: (row) => text(years[row]!),
      died: (row) => (years[row] === 21.9 ? 0 : 1),
      coach: offer,
    });
    const draft = drafted(data, name);
    expect([draft.family, draft.problem]).toEqual(['hazard', undefined]);
    expect(draft.spec).toContain(period);
    const decision = expandSpec(parseSpec(draft.spec), data).recipe.definition['decision'];
    expect(decision).toMatchObject({ duration: { unit: name === 'survival_days' ? 'days' : 'periods' } });
  });

  test.each([
    ['an event', 'stag', 'event', {}],
    ['a flag after it that is 1 for shorter ones', 'days', 'linked', {}],
    ['the column that a user names', 'stag', 'linked', { end: 'linked' }],
  ])('A positive number next to %s is a duration, also if some were censored before the end', (_, name, end, known) => {
    const data = tableOf(150, { [name]: () => (0.1 + 20 * next()).toFixed(2) });
    const ended = data.columns.get(name)!.map((days) => (20 * next() > Number(days) ? '1' : '0'));
    const table = { ...data, columns: new Map([...data.columns, [end, ended], ...tableOf(150, { offer }).columns]) };
    const draft = drafted(table, name, known);
    expect([draft.family, draft.problem]).toEqual(['hazard', undefined]);
    expect(draft.spec).toContain(`Surv(${name}, ${end}) ~ offer`);
  });

  test('An event next to amounts does not make durations of them, and an end without two values is an error', () => {
    const data = tableOf(150, {
      sales: () => (1 + 20 * next()).toFixed(2),
      event: offer,
      wave: (row) => row % 3,
    });
    expect(drafted(data, 'sales').family).toBe('amounts');
    expect(() => drafted(data, 'sales', { end: 'wave' })).toThrow('"wave" needs two values');
  });

  test('A duration of 0 is named with its line, and does not make counts of durations', () => {
    const data = withEnd(spells(7), 'arrest', ['1', '0']);
    const draft = drafted(data, 'span');
    expect([draft.family, draft.problem]).toEqual(['hazard', undefined]);
    expect(draft.spec).toContain('missing: drop   # no positive span in line 9');
    expect(draft.notes).toContain('1 row dropped: no positive span in line 9.');
    const bare = parseSpec('title: Spells\nformula: Surv(span, arrest) ~ coach');
    expect(() => expandSpec(bare, data)).toThrow('no positive span in line 9: correct it, or drop these rows');
  });

  test('The time until a binary outcome is not in its formula', () => {
    const draft = drafted(withEnd(spells(), 'arrest', ['1', '0']), 'arrest');
    expect(draft.spec).toMatch(/^formula: arrest ~ coach$/m);
  });

  test('A share of zeros that a model of counts does not simulate is stated', () => {
    const data = tableOf(800, { visits: () => (next() < 0.03 ? 0 : 1 + Math.floor(-8 * Math.log(next()))), offer });
    const { notes } = drafted(data, 'visits');
    expect(notes.join('\n')).toMatch(/fewer zeros than their model: \d\.\d% are 0, and the model simulates \d+\.\d%/);
  });

  test('Answers to two bids are intervals of what respondents would pay, or nothing', () => {
    const bids = Array.from({ length: 400 }, () => {
      const amount = next() < 0.3 ? 0 : 30 * Math.exp(2 * (next() + next() - 1));
      const bid = oneOf(10, 30, 60);
      const second = amount >= bid ? 2 * bid : Math.round(bid / 2);
      const text = [bid, second].map((one) => (amount >= one ? 'yes' : 'no')).join('-');
      return { text, bid, second };
    });
    const data = tableOf(400, {
      answer: (row) => bids[row]!.text,
      bid1: (row) => bids[row]!.bid,
      bid2: (row) => bids[row]!.second,
      offer,
    });
    const draft = drafted(data, 'answer');
    expect([draft.family, draft.problem]).toEqual(['willingness_to_pay', undefined]);
    expect(draft.spec).toContain('interval(answer, bid1, bid2) ~ offer');
    const { model, full } = fitAll(expandSpec(parseSpec(draft.spec), data));
    expect(model.rows.lines).toHaveLength(400);
    // The mean of the logarithm of the amounts is that of 30.
    expect(full.fit.estimates[full.fit.names.indexOf('amount_constant')]).toBeCloseTo(Math.log(30), 0);
  });

  test('Whole numbers far from 0 are amounts, and counts from 0 are not', () => {
    const data = tableOf(200, {
      score: () => 800 + Math.floor(300 * next()),
      visits: () => Math.floor(300 * next()),
      offer,
    });
    expect(drafted(data, 'score').family).toBe('amounts');
    expect(drafted(data, 'visits').family).toBe('counts');
  });

  test('Few amounts of 0 have a constant share', () => {
    const data = tableOf(150, { spend: (row) => (row < 3 ? 0 : (20 * Math.exp(next() + next())).toFixed(2)), offer });
    const draft = drafted(data, 'spend');
    expect([draft.family, draft.problem]).toEqual(['amounts', undefined]);
    expect(draft.notes).toContain('Only 3 amounts of "spend" are 0: the share of 0 is the same for all.');
  });
});

describe('Columns of drafts', () => {
  test('Columns without an estimate are left out with the reason', () => {
    const region = (row: number) => 'abcdef'[row % 6]!;
    const data = tableOf(240, {
      bought: () => oneOf(0, 1),
      region,
      country: (row) => (region(row) < 'c' ? 'DE' : 'FR'),
      offer: () => oneOf(0, 1),
      color: (row) => (row === 3 ? 'gold' : oneOf('red', 'blue')),
    });
    const withReceipt = {
      ...data,
      columns: new Map([
        ...data.columns,
        ['receipt', data.columns.get('bought')!.map((text, row) => (text === '1' ? String(row % 2) : '0'))],
      ]),
    };
    const draft = drafted(withReceipt, 'bought');
    expect(draft.problem).toBeUndefined();
    for (const reason of [
      'country (other columns contain its information)',
      'receipt (it predicts the outcome perfectly in some rows)',
      'color (only 1 row with "gold": combine rare values)',
    ])
      expect(draft.spec).toContain(reason);
    expect(draft.spec).toMatch(/^formula: bought ~ offer \+ region$/m);
  });

  test('Villages are the group of a treatment that whole villages got, and otherwise offered', () => {
    const village = (row: number) => `V${row % 30}`;
    const data = tableOf(300, {
      visited: () => oneOf(0, 1),
      village,
      arm: (row) => (row % 30 < 15 ? 'letter' : 'control'),
      other: (row) => `W${(row * 7) % 25}`,
    });
    const draft = drafted(data, 'visited');
    expect(draft.spec).toMatch(/^group: village/m);
    expect(draft.spec).toContain('arm: { compare: [control, letter], baseline: control }');
    expect(draft.answers['group']).toBe('village');
  });

  test('The 21st column is left out with the reason', () => {
    const columns = Object.fromEntries(Array.from({ length: 21 }, (_, k) => [`x${k}`, () => (10 * next()).toFixed(1)]));
    const { spec } = drafted(tableOf(600, { bought: () => oneOf(0, 1), ...columns }), 'bought');
    expect(spec).toContain('x20 (the formula has 20 columns already)');
  });
});

test('Every default draft of generated files can be fitted', () => {
  for (let seed = 0; seed < 24; seed++) {
    const { outcome, table } = generatedTable(seed);
    expect([seed, drafted(table, outcome).problem]).toEqual([seed, undefined]);
  }
});

test('What a scenario does to a number follows from the request, and fits', () => {
  const table = tableOf(200, { paid: () => oneOf(0, 1), minutes: (row) => 5 + ((row * 61) % 89) });
  const of = (change?: 'set' | 'add') =>
    drafted(table, 'paid', { parameters: ['minutes'], ...(change && { change: { minutes: change } }) });
  expect(of().spec).toContain('\n  minutes: {}\n');
  for (const change of ['set', 'add'] as const)
    expect(of(change)).toMatchObject({
      ...{ spec: expect.stringContaining(`\n  minutes: { change: ${change} }\n`) as string, problem: undefined },
    });
});

itInFullLevel.each(Array.from({ length: 120 }, (_, seed) => seed + 100))(
  'The default draft of the generated file %i gives a definition',
  (seed) => {
    const { outcome, table } = generatedTable(seed);
    const { recipe, table: data } = expandSpec(parseSpec(draftSpec(table, { file: 'data.csv', outcome }).spec), table);
    expect(() => calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' })).not.toThrow();
  },
);
