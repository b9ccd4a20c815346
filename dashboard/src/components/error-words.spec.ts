import { errorText } from '../../../clients/typescript/src/error-text';
import { errorCodes } from '../../../src/common/errors/error-codes';
import words from './error-words';

/** Codes of the service with their messages. */
const codes = errorCodes().map(([code, { message }]) => ({ code: code as string, message }));
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
