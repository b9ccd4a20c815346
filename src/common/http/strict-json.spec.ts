import fc from 'fast-check';
import { sampleSize } from '../../../test/support/full-level.js';
import { maxJsonDepth, parseStrictJson, StrictJsonError } from './strict-json.js';

function issueOf(text: string) {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof StrictJsonError) return error.issue;
    throw error;
  }
  return undefined;
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('parseStrictJson', () => {
  it('parseStrictJson returns the same value as JSON.parse for ordinary JSON', () => {
    const value = fc
      .jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
      .filter((it) => !/__proto__|\\u0000/.test(JSON.stringify(it)));
    const spacing = fc.constantFrom(0, 1, '\t', '  \n');
    fc.assert(
      fc.property(value, spacing, (it, space) => {
        const text = JSON.stringify(it, null, space);
        expect(parseStrictJson(text)).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it('parseStrictJson rejects what JSON.parse rejects, and otherwise only the documented cases', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '"\\u0061"',
      '1',
      '-1e5',
      'true',
      ' ',
      '"',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        const text = tokens.join('');
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        if (!parses) expect(() => parseStrictJson(text)).toThrow(SyntaxError);
        else
          expect([undefined, 'appears twice in its object', 'is too large: numbers must be below 1.8e308']).toContain(
            issueOf(text)?.message,
          );
      }),
      { numRuns: sampleSize(1_500, 5_000) },
    );
  });

  it('A duplicate name is found at every depth, also if it is spelled with escapes', () => {
    const object = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    const clean = object.filter((it) => issueOf(JSON.stringify(it)) === undefined);
    fc.assert(
      fc.property(clean, fc.nat(), fc.boolean(), (it, index, escaped) => {
        const name = Object.keys(it)[index % Object.keys(it).length] ?? '';
        const code = name.charCodeAt(0).toString(16).padStart(4, '0');
        const again = escaped ? `"\\u${code}${JSON.stringify(name.slice(1)).slice(1)}` : JSON.stringify(name);
        const text = `{"outer":[0,${JSON.stringify(it).slice(0, -1)},${again}:1}]}`;
        expect(issueOf(text)).toEqual({
          path: `outer.1.${name}`.slice(0, 200),
          message: 'appears twice in its object',
        });
      }),
    );
  });

  it.each<[string, string, string]>([
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}', 'a.__proto__'],
    ['__proto__ with an escape', '{"\\u005f_proto__":1}', '__proto__'],
    ['U+0000 in a string', '{"a":["x","\\u0000"]}', 'a.1'],
    ['U+0000 in a name', '{"\\u0000":1}', '\ufffd'],
    ['an unpaired high surrogate', '["\\ud800"]', '0'],
    ['an unpaired low surrogate', '{"a":"\\udc00x"}', 'a'],
    ['a number above the largest double', '{"a":[1,1e400]}', 'a.1'],
    ['a number below the smallest double', '{"a":-1E+999}', 'a'],
    ['a number of 400 digits', `{"a":${'9'.repeat(400)}}`, 'a'],
  ])('The parser rejects %s and names its path', (_, text, path) => {
    expect(issueOf(text)?.path).toBe(path);
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '"\\ud83d\\ude00"',
    '1e308',
    '-0',
    `"${'\\\\'.repeat(9)}"`,
  ])('The parser accepts %s', (text) => {
    expect(parseStrictJson(text)).toStrictEqual(JSON.parse(text));
  });

  it(`The parser accepts ${maxJsonDepth} levels of nesting and rejects more, also very many`, () => {
    expect(issueOf(nested(maxJsonDepth))).toBeUndefined();
    expect(issueOf(nested(maxJsonDepth + 1))?.message).toMatch(/nested/);
    expect(issueOf(nested(130_000))?.message).toMatch(/nested/);
  });

  it.each<[string, (count: number) => unknown]>([
    ['a list', (count) => Array.from({ length: count }, () => 0)],
    ['an object', (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, '[{,']))],
    ['empty lists', (count) => Array.from({ length: count / 2 }, () => [])],
    [
      'nested lists',
      (count) => [Array.from({ length: count / 2 }, () => 1), Array.from({ length: count / 2 - 3 }, () => 1)],
    ],
  ])('More fields and items than permitted are rejected, in %s', (_, valueOf) => {
    expect(() => parseStrictJson(JSON.stringify(valueOf(100)), 101)).not.toThrow();
    const many = JSON.stringify(valueOf(102));
    expect(() => parseStrictJson(many, 101)).toThrow(StrictJsonError);
    expect(() => parseStrictJson(many, 101)).toThrow(/has more than 101 fields and items in all: send fewer/);
    expect(() => parseStrictJson(many)).not.toThrow();
  });
});
