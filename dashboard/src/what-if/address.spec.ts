import type { Parameter } from '../parameter-form/parameters';
import { stateIn, withState, type WhatIfState } from './address';

const parameters = [
  { kind: 'number', id: 'fare', default: 1, minimum: 0.1, maximum: 5, calibratedRange: [0.8, 1.2], integer: false },
  { kind: 'option', id: 'mailing', default: 'none', options: [{ id: 'none' }, { id: 'letter' }] },
] as unknown as Parameter[];

describe('the state of a panel in the address', () => {
  it('An address has the values, the groups, the products and the kept scenarios, and keeps what belongs to the page', () => {
    const state: WhatIfState = {
      values: { fare: 0.85, mailing: 'letter' },
      where: { sex: ['female', 'male'] },
      products: [{ label: 'Bolt; 12, “A”', values: { price: '12.5', brand: 'bolt' } }],
      kept: [{}, { fare: 0.9 }],
    };
    const search = withState(new URLSearchParams('tab=groups&set=fare:2'), state);
    expect(search.get('tab')).toBe('groups');
    expect(stateIn(search, parameters)).toEqual(state);
  });

  it.each(['set=fare:9,other:1,mailing:x', 'set=fare', 'set=,:,', 'products=[{}]', 'products=[', ''])(
    'Values that the workflow does not accept are left out of “%s”',
    (text) => expect(stateIn(new URLSearchParams(text), parameters)).toEqual({ values: {}, where: {}, kept: [] }),
  );
});
