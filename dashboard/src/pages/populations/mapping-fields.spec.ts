import { sampleOf } from './csv-sample';
import { drawnAttributes, guessMapping, unknownValues, unusedColumns, uploadQuery } from './mapping-fields';

const group = (id: string, label: string) => ({ id, label });
const attributes = [
  { id: 'sex', label: 'Sex', has_categories: true, groups: [group('female', 'Woman'), group('male', 'Man')] },
  {
    id: 'train_time',
    label: 'Travel time by train',
    has_categories: false,
    groups: [group('group_1', 'up to 60 min')],
  },
  { id: 'age', label: 'Age', has_categories: true, groups: [group('young', 'Up to 24')] },
];

describe('the columns of a population', () => {
  it('Columns are guessed by id, name and a word of the name, and others are not used', () => {
    const sample = sampleOf('SEX;Train_Time;Age group;Shoes;weight\nF;60;Up to 24;40;1');
    const mapping = guessMapping(attributes, sample);
    expect(mapping).toEqual({
      columns: { sex: 'SEX', train_time: 'Train_Time', age: 'Age group' },
      values: {},
      weight: 'weight',
    });
    expect(unusedColumns(sample, mapping)).toEqual(['Shoes']);
    expect(drawnAttributes(attributes, { ...mapping, columns: { sex: 'SEX' } }).map(({ id }) => id)).toEqual([
      'train_time',
      'age',
    ]);
  });

  it('Values that name no group are listed, and their groups are parameters of the upload', () => {
    const sample = sampleOf('sex,train_time\nF,60\nwoman,70\nmale,x\nM,\n');
    const mapping = guessMapping(attributes, sample);
    expect(attributes.map((attribute) => unknownValues(attribute, sample, mapping))).toEqual([['F', 'M'], [], []]);
    const query = uploadQuery('w', 'Bern', { ...mapping, values: { sex: { F: 'female', M: '' } } });
    expect(Object.fromEntries(query)).toEqual({
      workflow_id: 'w',
      name: 'Bern',
      'columns[sex]': 'sex',
      'values[sex]': 'F:female',
      'columns[train_time]': 'train_time',
    });
  });

  it.each([
    [
      'a,b\r\n1,2\r\n\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b,c;d\n"1;2";"say ""hi"""\n',
      [
        ['a', 'b,c', 'd'],
        ['1;2', 'say "hi"'],
      ],
    ],
    [
      'a\tc\n"1\n2"\t3',
      [
        ['a', 'c'],
        ['1\n2', '3'],
      ],
    ],
    ['', []],
    [
      'sep=|\na|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Survey of 2026\n\nsex;age\nF;30\nM;40\nF;50\nM;6"0\nF;70;x\n"F',
      [
        ['sex', 'age'],
        ['F', '30'],
        ['M', '40'],
        ['F', '50'],
        ['F', '70', 'x'],
      ],
    ],
  ])('The text %j has the rows %j', (text, [header = [], ...rows]) => expect(sampleOf(text)).toEqual({ header, rows }));
});
