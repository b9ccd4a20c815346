import { readMeasures } from './measure';

const storage = (text: string | null) => ({ getItem: () => text });
const measure = { id: 'a', name: 'Revenue', unit: '', parameter: null, values: { train: { constant: 1, factor: 0 } } };

describe('readMeasures', () => {
  it('Stored measures are read', () => {
    expect(readMeasures('mode', storage(JSON.stringify([measure])))).toEqual([measure]);
  });

  it.each([null, 'no JSON', '{}', '[1]', JSON.stringify([{ ...measure, values: { train: 'x' } }])])(
    'Damaged entries are ignored: %s',
    (text) => {
      expect(readMeasures('mode', storage(text))).toEqual([]);
    },
  );
});
