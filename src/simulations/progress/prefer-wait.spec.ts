import { waitSecondsOf } from './prefer-wait.js';

describe('the wait preference of a Prefer header', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['respond-async', undefined],
    ['awaits=5', undefined],
    ['wait=1', 1],
    ['wait=30', 30],
    ['respond-async, WAIT = "10"; foo=bar, handling=lenient', 10],
    ['wait=2, wait=99', 2],
    ['wait=005', 5],
    ['wait=31', 30],
    ['wait=999999999', 30],
  ])('The header %p requests a wait of %p seconds', (header, seconds) => expect(waitSecondsOf(header)).toBe(seconds));

  it.each(['wait', 'wait=', 'wait=0', 'wait=-1', 'wait=1.5', 'wait=1e1', 'wait="5', 'wait=five'])(
    'The malformed header %p is ignored',
    (header) => expect(waitSecondsOf(header)).toBeUndefined(),
  );
});
