import type { Table } from '../../fitting/rows/table.js';
import { draftSpec } from '../draft/draft-spec.js';
import { positiveOf } from './event-value.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';

const both = ([no, yes]: readonly [string, string]) => [positiveOf([no, yes]), positiveOf([yes, no])];

const tableOf = (values: readonly [string, string], outcome = 'bought'): Table => ({
  lines: Int32Array.from({ length: 60 }, (_, row) => row + 2),
  columns: new Map([
    ['x', Array.from({ length: 60 }, (_, row) => String(((row * 7) % 13) / 2))],
    [outcome, Array.from({ length: 60 }, (_, row) => values[((row * 5) % 9) % 2]!)],
  ]),
});

describe('positiveOf', () => {
  it.each<[string, string]>([
    ['F', 'T'],
    ['FALSE', 'TRUE'],
    ['No', 'Yes'],
    ['n', 'y'],
    ['nein', 'ja'],
    ['N', 'J'],
    ['no', 'sí'],
    ['No', 'Si'],
    ['non', 'oui'],
    ['não', 'sim'],
    ['nee', 'ja'],
    ['nej', 'ja'],
    ['nie', 'tak'],
    ['ne', 'ano'],
    ['нет', 'да'],
    ['nem', 'igen'],
    ['ei', 'kyllä'],
    ['hayır', 'evet'],
    ['否', '是'],
    ['いいえ', 'はい'],
    ['falsch', 'wahr'],
    ['faux', 'vrai'],
    ['falso', 'verdadero'],
    ['0', '1'],
    ['0', '5'],
    ['Not purchased', 'Purchased'],
    ['Did not buy', 'Bought'],
    ["Didn't buy", 'Bought'],
    ['No purchase', 'Purchase'],
    ['non-buyer', 'buyer'],
    ['nicht gekauft', 'gekauft'],
    ['kein Kauf', 'Kauf'],
    ["n'a pas acheté", 'a acheté'],
    ['no compró', 'compró'],
    ['não comprou', 'comprou'],
    ['niet gekocht', 'gekocht'],
    ['nie kupił', 'kupił'],
    ['unpaid', 'paid'],
    ['Inactive', 'Active'],
    ['disagree', 'agree'],
    ['Failed', 'Passed'],
    ['rejected', 'accepted'],
    ['absent', 'present'],
  ])('Of "%s" and "%s", the second one is the event', (no, yes) => {
    expect(both([no, yes])).toEqual([yes, yes]);
  });

  it.each<[string, string]>([
    ['3', '4'],
    ['1', '2'],
    ['F', 'M'],
    ['A', 'B'],
    ['male', 'female'],
    ['urban', 'rural'],
    ['good', 'bad'],
    ['not here', 'not there'],
  ])('The words "%s" and "%s" do not decide', (first, second) => {
    expect(both([first, second])).toEqual([undefined, undefined]);
  });
});

describe('draftSpec of two values', () => {
  it.each<[string, string, string]>([
    ['F', 'T', 'Bought'],
    ['nein', 'ja', 'Bought'],
    ['no', 'sí', 'Bought'],
    ['Not purchased', 'Purchased', 'Purchased'],
  ])('The draft for %s and %s predicts the positive value without a question, and is fitted so', (no, yes, label) => {
    const table = tableOf([no, yes]);
    const { spec, questions } = draftSpec(table, { file: 'a.csv', outcome: 'bought' });
    expect(questions.map(({ part }) => part)).not.toContain('event');
    expect(parseSpec(spec).outcome).toMatchObject({ event: yes, label });
    const { recipe } = expandSpec(parseSpec(spec), table);
    expect(parseRecipe(recipe).definition.decision).toMatchObject({ outcomes: [{}, { label }] });
  });

  it('A spec without an event predicts the positive value', () => {
    const { recipe } = expandSpec(parseSpec('title: A\nformula: bought ~ x\n'), tableOf(['nein', 'ja']));
    expect(parseRecipe(recipe).definition.decision).toMatchObject({
      outcomes: [{ label: 'Not bought' }, { label: 'Bought' }],
    });
  });

  it.each<[string, string]>([
    ['3', '4'],
    ['007', '008'],
    ['1.50', '2.50'],
    ['1e3', '2e3'],
    ['~', '!'],
  ])('Labels and values such as "%s" and "%s" are texts of the spec, also as its outcome, title and column', (a, b) => {
    const { spec, questions } = draftSpec(tableOf([a, b], '2024'), { file: '2025', title: '2026', outcome: '2024' });
    expect(questions.map(({ part }) => part)).toContain('event');
    const parsed = parseSpec(spec);
    expect([parsed.title, [a, b]]).toEqual(['2026', expect.arrayContaining([String(parsed.outcome.event)])]);
    expect(() => parseRecipe(expandSpec(parsed, tableOf([a, b], '2024')).recipe)).not.toThrow();
  });
});
