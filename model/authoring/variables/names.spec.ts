import type { Table } from '../../fitting/rows/table.js';
import { draftSpec } from '../draft/draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { idOf, labelOf, nounOf } from './names.js';
import { parseSpec } from '../parse-spec.js';

describe('names of columns in texts', () => {
  it.each([
    ['red_state', 'Red state', 'red state'],
    ['jobType', 'Job type', 'job type'],
    ['Körpergröße', 'Körpergröße', 'Körpergröße'],
    ['Anzahl_Kinder', 'Anzahl Kinder', 'Anzahl Kinder'],
    ['JobType', 'Job Type', 'Job Type'],
    ['BMI', 'BMI', 'BMI'],
    ['Größe.in.cm', 'Größe in cm', 'Größe in cm'],
    ['öffnungszeit', 'Öffnungszeit', 'öffnungszeit'],
  ])('The column %s has the label %s, and is %s in a sentence', (column, label, noun) => {
    expect(labelOf(column)).toBe(label);
    expect(nounOf(label, column)).toBe(noun);
  });

  it('Letters with accents are letters in identifiers', () => {
    expect([idOf('Körpergröße'), idOf('año')]).toEqual(['korpergrosse', 'ano']);
  });

  it('A label that the spec gives starts with a small letter in a sentence, unless it is an abbreviation', () => {
    expect([nounOf('Height', 'Körpergröße'), nounOf('BMI of adults', 'bmi')]).toEqual(['height', 'BMI of adults']);
  });
});

/** Purchases in a German file. */
const rows = Array.from({ length: 300 }, (_, row) => ({
  Gekauft: (row * 31) % 100 < 40 + 20 * (row % 2) ? 'Ja' : 'Nein',
  Brief: ['ohne', 'mit'][row % 2]!,
  Körpergröße: (150 + ((row * 61) % 293) / 6).toFixed(1),
}));
const table: Table = {
  columns: new Map(
    (['Gekauft', 'Brief', 'Körpergröße'] as const).map((name) => [name, rows.map((row) => row[name])] as const),
  ),
  lines: Int32Array.from(rows, (_, row) => row + 2),
};
const textsOf = (spec: string) => {
  const { definition } = expandSpec(parseSpec(spec), table).recipe;
  return definition as { decision: { outcomes: { label: string }[] }; scenario: { parameters: object[] } };
};

describe('a file in German', () => {
  const draft = draftSpec(table, { file: 'käufe.csv', outcome: 'Gekauft', parameters: ['Brief'] });

  it('A yes is not the label of an outcome: the column names it, in the draft and without a label in the spec', () => {
    expect(draft.spec).toContain('outcome: { event: Ja, label: Gekauft }');
    const outcomes = [{ label: 'Not Gekauft' }, { label: 'Gekauft' }];
    expect(textsOf(draft.spec).decision).toMatchObject({ outcomes });
    expect(textsOf('title: A\nformula: Gekauft ~ Brief').decision).toMatchObject({ outcomes });
  });

  it('Parameters, attributes and questions have the names of the columns as written', () => {
    const definition = textsOf(draft.spec);
    expect(definition.scenario.parameters).toMatchObject([{ id: 'brief', label: 'Brief' }]);
    const text = JSON.stringify(definition);
    expect(text).toContain('My value of Körpergröße is {korpergrosse}');
    expect(text).toContain('What share has the outcome “Gekauft” if Brief is mit?');
    expect(text).not.toContain('körpergröße');
  });
});
