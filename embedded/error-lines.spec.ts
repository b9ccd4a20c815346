import { errorLines } from './error-lines.js';

describe('the lines of an error', () => {
  it.each([
    ['ENOSPC', 'ENOSPC: no space left on device, write'],
    ['53100', 'could not extend file "base/1": No space left on device'],
  ])('npm start ends with one line that names the full disk, after an error with the code %s', (code, message) => {
    const lines = errorLines(Object.assign(new Error(message), { code }));
    expect(lines).toEqual([expect.stringMatching(/^the disk is full \([^\n]*\); free some space, then start again$/)]);
  });
});
