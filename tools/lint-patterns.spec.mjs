import { literalsIn, slowPartsOf } from './lint-patterns.mjs';

describe('the check of regular expressions', () => {
  it.each([
    ['an exponential one', '^(a+)+$'],
    ['one whose parts share characters', '^\\W*\\d[\\d.,]*\\W*$'],
    ['one that starts again at each character', '\\s+$'],
  ])('%s is rejected', (_, source) => {
    expect(slowPartsOf({ source, flags: '' })).not.toEqual([]);
  });

  it.each(['^\\d+(?:\\.\\d+)?$', '(?<!\\s)\\s+$', '^[a-z]+(?:_[a-z]+)*$'])(
    '%s, which is linear, is accepted',
    (source) => {
      expect(slowPartsOf({ source, flags: '' })).toEqual([]);
    },
  );

  it('Literals are found with their place and flags, and not in texts and comments', () => {
    const code = "const a = /x+/giu; // /y/\nconst b = '/z/', c = 4 / 2 / 1;\nf(/[/]$/);";
    expect(literalsIn('a.ts', code)).toEqual([
      { place: 'a.ts:1', source: 'x+', flags: 'giu' },
      { place: 'a.ts:3', source: '[/]$', flags: '' },
    ]);
  });
});
