import { errorLines } from './error-lines.js';

describe('the lines of an error', () => {
  it.each([
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('could not extend file "base/1": No space left on device'), { code: '53100' }),
  ])('npm start ends with one line that names the full disk: %s', (error) => {
    const lines = errorLines(error);
    expect(lines).toEqual([expect.stringMatching(/^the disk is full \([^\n]*\); free some space, then start again$/)]);
  });
});
