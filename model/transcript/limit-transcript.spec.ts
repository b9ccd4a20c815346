import { limitTranscript, maxTranscriptBytes, transcriptBytes } from './text-limits.js';

describe('the limit of a transcript', () => {
  it('A transcript within the limit is not changed', () => {
    const paragraphs = ['a'.repeat(maxTranscriptBytes - 2), 'é'];
    expect(limitTranscript(paragraphs)).toBe(paragraphs);
  });

  it.each([['x'], ['é'], ['日'], ['😀']])(
    'A longer transcript of "%s" is cut between characters, below the limit',
    (one) => {
      const [first, second, ...rest] = limitTranscript([one.repeat(1_000), one.repeat(20_000), 'after']);
      expect(first).toBe(one.repeat(1_000));
      expect(second).toMatch(/…$/);
      expect(second!.slice(0, -1).replaceAll(one, '')).toBe('');
      expect(rest).toEqual([]);
      const size = transcriptBytes([first!, second!]);
      expect(size).toBeLessThanOrEqual(maxTranscriptBytes);
      expect(size).toBeGreaterThan(maxTranscriptBytes - 8);
    },
  );
});
