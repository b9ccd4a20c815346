import { intervalNote } from './measure';

const errors = { simulation: 0.01, estimation: 0.02, population: 0.001, model: 0.01 };

describe('intervalNote', () => {
  it('The note of an exact interval lists the errors that it contains', () => {
    const note = intervalNote(['exact'], [errors]);
    expect(note).toContain('follows directly from the interval of one share');
    expect(note).toContain('the error of the model');
    expect(note).not.toContain('calibration targets');
    expect(note).toMatch(/does not contain errors in your own values\.$/);
  });

  it('The error of calibration targets is listed if the service states it', () => {
    const text = 'the error of the calibration targets';
    expect(intervalNote(['exact'], [{ ...errors, targets: 0.02 }])).toContain(`and ${text}. It does not`);
    expect(intervalNote(['exact'], [{ ...errors, targets: null }])).toContain(`does not contain ${text} and`);
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
