import { intervalNote } from './interval-notes';

const errors = { simulation: 0.01, estimation: 0.02, population: 0.001, model: 0.01 };

describe('intervalNote', () => {
  it('The note of an exact interval lists the errors that it contains', () => {
    const note = intervalNote(['exact'], [errors]);
    expect(note).toContain('follows directly from the interval of one share');
    expect(note).toContain('the error of the model');
    expect(note).toMatch(/does not contain errors in your own values\.$/);
  });

  it('An error that is unknown for one share is listed as missing', () => {
    const note = intervalNote(['conservative'], [errors, { ...errors, model: null }]);
    expect(note).toContain('conservative bound, not a 95% interval');
    expect(note).toContain('does not contain the error of the model on held-out data and errors in your own values.');
  });

  it('Without an interval, the note gives the reason', () => {
    expect(intervalNote(['none'], [])).toBe(
      'There is no interval, because the service states none for a share that the measure needs.',
    );
  });
});
