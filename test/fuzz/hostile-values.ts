import fc from 'fast-check';

const [firstSurrogate, surrogates, lastCodePoint] = [0xd800, 0x800, 0x10ffff];

/** Any code point except surrogates. The unit `binary` of fast-check is the same, but takes seconds to build its map of all characters. */
const codePoint = fc
  .nat({ max: lastCodePoint - surrogates })
  .map((point) => (point < firstSurrogate ? point : point + surrogates));

/** Strings that often cause errors. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff',
    '\ufeff',
    '\u202e',
    '\r\n',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '../../etc/passwd',
    '%00',
    '%',
    "' OR 1=1 --",
    '$(id)',
    '<script>',
    '{{7*7}}',
    '${7*7}',
    '*',
    '\\',
    '"',
    'é',
    '🔑',
    'ß'.repeat(300),
    '9'.repeat(400),
    '1e400',
    '-0',
    '0x10',
    'x'.repeat(5_000),
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00Z',
    '2026-11-20',
    '2026-11-20T24:00:00Z',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.array(codePoint, { maxLength: 30 }).map((points) => String.fromCodePoint(...points)),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
);

/** JSON values of every type, including edge cases of numbers. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { __proto__: null },
    { toString: false },
    [{ toString: null, valueOf: 1 }],
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(65, 500).map((levels) => nested(levels)),
);

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Malformed JSON, or other bytes, derived from valid JSON. */
export function malformed(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const at = fc.nat({ max: Math.max(0, bytes.length - 1) });
  return fc.oneof(
    at.map((end) => bytes.subarray(0, end)),
    fc.tuple(at, fc.nat({ max: 255 })).map(([position, byte]) => {
      const copy = Buffer.from(bytes);
      copy[position] = byte;
      return copy;
    }),
    fc
      .tuple(at, fc.constantFrom('{', '}', '[', ',', '"', '\\u0000', '\u0000', '1e999', '"a":1,"a":2'))
      .map(([position, added]) =>
        Buffer.concat([bytes.subarray(0, position), Buffer.from(added), bytes.subarray(position)]),
      ),
    fc
      .constantFrom(
        `${text}${text}`,
        `[${text}]`,
        JSON.stringify(text),
        `\ufeff${text}`,
        text.replace(/^\{/, '{"__proto__":{},'),
      )
      .map((it) => Buffer.from(it)),
    fc.constant(Buffer.from(text, 'utf16le')),
    fc.uint8Array({ maxLength: 60 }).map((it) => Buffer.from(it)),
    fc.constant(Buffer.alloc(300_000, ' ')),
  );
}
