import type { Table } from '../../fitting/rows/table.js';
import { draftSpec, type KnownParts } from './draft-spec.js';
import { parseSpec } from '../parse-spec.js';
import { numbers } from '../testing/numbers.js';

const next = numbers(3);
const oneOf = <Item>(...items: readonly Item[]) => items[Math.floor(items.length * next())]!;
const flag = (share: number) => (next() < share ? 1 : 0);

function tableOf(rows: number, row: (k: number) => Readonly<Record<string, unknown>>): Table {
  const all = Array.from({ length: rows }, (_, k) => row(k));
  return {
    lines: Int32Array.from(all, (_, k) => k + 2),
    columns: new Map(Object.keys(all[0]!).map((name) => [name, all.map((values) => String(values[name]))])),
  };
}

/** Columns of the formula, parameters, what is left out and the question about parameters. */
function drafted(table: Table, outcome: string, known: Partial<KnownParts> = {}) {
  const { spec, questions } = draftSpec(table, { file: 'data.csv', outcome, ...known });
  const { formula, parameters } = parseSpec(spec);
  return {
    terms: formula!.split(' ~ ')[1]!.split(' + '),
    parameters: Object.keys(parameters),
    left: spec.split('\n').find((line) => line.startsWith('# Not in the formula')) ?? '',
    question: questions.find(({ part }) => part === 'parameters')?.question,
  };
}

describe('Parameters of drafts', () => {
  const person = () => {
    const age = 20 + Math.floor(50 * next());
    return { age, owner: flag(age / 100), member: flag(age / 90) };
  };

  test('The parameter is the column that is balanced and unrelated to the others, also without a usual name', () => {
    const table = tableOf(600, () => ({
      bought: flag(0.4),
      ...person(),
      practice: oneOf('plain', 'colored', 'large'),
    }));
    expect(drafted(table, 'bought').parameters).toEqual(['practice']);
  });

  test('A column with the name of a treatment comes before an item of the study, and both are named in the question', () => {
    const table = tableOf(400, (k) => ({
      person: 100 + ((37 * Math.floor(k / 2)) % 200),
      scenario: ['power', 'organs'][k % 2],
      default: oneOf('in', 'out'),
      screen: oneOf('dark', 'light'),
      chosen: flag(0.5),
    }));
    const { parameters, question } = drafted(table, 'chosen');
    expect(parameters).toEqual(['default']);
    expect(question).toBe('Which columns should a scenario be able to change, such as default or screen?');
  });

  test('A treatment of people of a region is unrelated to properties that differ between regions', () => {
    const table = tableOf(900, (k) => ({
      answered: flag(0.4),
      senator: flag(k % 3 === 0 ? 0.8 : 0.2),
      large: flag(k % 3 === 0 ? 0.7 : 0.3),
      out_of_district: flag(0.5),
      south: k % 3 === 0 ? 1 : 0,
    }));
    expect(drafted(table, 'answered').parameters).toEqual(['out_of_district']);
  });

  test('A fee, a fare and a cost are prices, and coffee and welfare are not', () => {
    const table = tableOf(300, () => ({
      bought: flag(0.5),
      coffee: flag(0.2),
      welfare: flag(0.8),
      fee: oneOf(1, 2, 3),
    }));
    expect(drafted(table, 'bought').parameters).toEqual(['fee']);
  });

  test('Numbers from 1 that name the arms are categories, unlike a dose', () => {
    const table = tableOf(300, () => ({
      sales: (20 + next()).toFixed(2),
      Promotion: oneOf(1, 2, 3),
      dose: oneOf(1, 2, 3),
    }));
    expect(drafted(table, 'sales').terms).toEqual(['factor(Promotion)', 'dose']);
    const coded = tableOf(300, () => ({ sales: (20 + next()).toFixed(2), x: oneOf(0, 1, 2, 3) }));
    const known = { parameters: ['x'], randomized: ['x'] };
    expect(drafted(coded, 'sales', known).terms).toEqual(['factor(x)']);
    expect(draftSpec(coded, { file: 'data.csv', outcome: 'sales', ...known }).spec).toContain(
      'x: { randomized: true, baseline: 0 }',
    );
  });
});

describe('Columns after an assignment', () => {
  test('Later waves and results with usual names are left out with a note, and earlier values are not', () => {
    const table = tableOf(400, () => ({
      version: oneOf('gate_30', 'gate_40'),
      sum_gamerounds: Math.floor(50 * next()),
      retention_1: flag(0.4),
      rounds_before: Math.floor(50 * next()),
      retention_7: flag(0.3),
    }));
    const { terms, left } = drafted(table, 'retention_7');
    expect(terms).toEqual(['version', 'rounds_before']);
    expect(left).toContain('retention_1 (probably measured after version was assigned; if not, add it to the formula)');
    expect(drafted(table, 'retention_7', { parameters: ['version', 'retention_1'] }).terms).toContain('retention_1');
  });

  test('Visits, conversions and spending after a mailing are results, and the history before is not', () => {
    const table = tableOf(600, () => {
      const history = 30 + 900 * next() ** 2;
      const visit = flag(0.3);
      return {
        history_segment: history < 200 ? 'low' : 'high',
        history: history.toFixed(2),
        newbie: flag(history / 1000),
        segment: oneOf('Mens E-Mail', 'Womens E-Mail', 'No E-Mail'),
        visit,
        conversion: visit && flag(0.5),
        spend: visit ? (9 * next()).toFixed(2) : 0,
      };
    });
    const { terms, parameters } = drafted(table, 'visit');
    expect([parameters, terms]).toEqual([['segment'], ['segment', 'history_segment', 'history', 'newbie']]);
  });

  test('Another question on the scale of the outcome and the same wave are results of an experiment', () => {
    const table = tableOf(400, () => ({
      fair: 1 + Math.floor(7 * next()),
      apply: 1 + Math.floor(7 * next()),
      message: oneOf('none', 'long', 'short'),
      politics: 1 + Math.floor(7 * next()),
    }));
    expect(drafted(table, 'apply').terms).toEqual(['message', 'politics']);
    const waves = tableOf(400, () => ({
      earny4: (1 + 9 * next()).toFixed(2),
      assignment: flag(0.5),
      pworky4: flag(0.5),
      trainy1: flag(0.5),
      wage: next().toFixed(2),
    }));
    expect(drafted(waves, 'earny4').terms).toEqual(['assignment', 'wage']);
  });

  test('Flags to the right of the arm that differ between arms are results, and strata that determine the arm are not', () => {
    const contact = tableOf(600, (k) => {
      const canvass = flag(0.5);
      return { voted: flag(0.4), canvass, contacts: canvass && flag(0.4), urban: flag(0.3 + 0.1 * (k % 2)) };
    });
    const { terms, left } = drafted(contact, 'voted');
    expect(terms).toEqual(['canvass']);
    expect(left).toContain('contacts (probably measured after canvass was assigned');
    const strata = tableOf(600, (k) => ({
      voted: flag(0.4),
      offer: flag(k % 3 === 0 ? 0.9 : 0.2),
      risk: k % 3 === 0 ? 'high' : 'low',
      urban: k % 3 === 0 ? flag(0.9) : flag(0.1),
    }));
    expect(drafted(strata, 'voted').terms).toEqual(['offer', 'risk', 'urban']);
  });
});

describe('Columns that a model can use', () => {
  test('Columns that add up to the outcome, and those that most rows lack, are left out', () => {
    const table = tableOf(300, (k) => {
      const [read, math] = [400 + Math.floor(99 * next()), 300 + Math.floor(99 * next())];
      return {
        score: read + math,
        read,
        math,
        class: oneOf('small', 'large'),
        pay: k % 3 ? '' : Math.floor(9 * next()),
      };
    });
    const { terms, left } = drafted(table, 'score');
    expect(terms).toEqual(['class']);
    expect(left).toMatch(/read \(read and math add up to score\).*pay \(200 rows lack it\)/);
  });

  test('A category with forty frequent values is in the formula', () => {
    const table = tableOf(2_000, (k) => ({
      returned: flag(0.5),
      money: oneOf('none', 'some'),
      country: `country ${k % 40}`,
    }));
    expect(drafted(table, 'returned').terms).toEqual(['money', 'country']);
  });

  test('A coefficient needs ten events, and the columns beyond are named', () => {
    const table = tableOf(400, (k) => ({
      left: k < 20 ? 1 : 0,
      offer: flag(0.5),
      ...Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`x${at}`, next().toFixed(2)])),
    }));
    const { terms, left } = drafted(table, 'left');
    expect(terms).toEqual(['offer', 'x0']);
    expect(left).toContain('x1 (20 events allow one coefficient for ten of them), x2');
  });
});
