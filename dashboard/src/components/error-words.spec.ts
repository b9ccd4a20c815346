import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../../clients/typescript/src/error-text';
import words from './error-words';

const source = readFileSync(join(__dirname, '../../../src/common/errors/error-codes.ts'), 'utf8');
/** Codes of the service with their messages. */
const codes = [...source.matchAll(/^ {2}(\w+): \{\n {4}status: \d+,\n {4}message:\s+['"`](.*)['"`],$/gm)].map(
  ([, code = '', message = '']) => ({ code, message }),
);
/** Words for programs of the API. */
const forPrograms = /`|credential\b|header|cursor|media type|endpoint at|JSON|UUID|Retry-After|the route|Fix them/i;

describe('error words', () => {
  it('No error of the dashboard names fields, headers, routes or credentials', () => {
    expect(codes.length).toBeGreaterThan(80);
    const shown = codes.map(({ code, message }) => ({ code, text: words[code]?.text ?? errorText(message, {}, 30) }));
    expect(shown.filter(({ text }) => forPrograms.test(text))).toEqual([]);
  });

  it('Words belong to codes that the service has', () => {
    const known = new Set(codes.map(({ code }) => code));
    expect(Object.keys(words).filter((code) => !known.has(code))).toEqual([]);
  });
});
