import { partsFolder } from '../../../test/support/simulation-parts.js';

describe('cli simulation run-part and merge-parts', () => {
  const { printed, runPart, merge, contentsOf } = partsFolder();

  it('Parts in another number and order write the same files, and have the same digest and summary', async () => {
    for (const part of ['2/2', '1/2']) expect(await runPart('two', part)).toBe(0);
    expect(contentsOf('two')).toEqual(contentsOf('whole'));
    expect(Object.keys(contentsOf('two'))).toHaveLength(4);
    expect(await merge('whole')).toBe(0);
    const whole: unknown = JSON.parse(printed.out);
    expect(await merge('two')).toBe(0);
    expect(JSON.parse(printed.out)).toEqual(whole);
  });
});
