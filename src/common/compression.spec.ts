import { compressText, decompressText } from './compression.js';

describe('compressed text', () => {
  it.each([0, 1, 63, 64, 65, 100_000, 3_000_000])(
    'A text of %d characters is the same after decompression',
    (length) => {
      const text = 'ü"{1}'.repeat(Math.ceil(length / 5)).slice(0, length);
      expect(decompressText(compressText(text)).toString()).toBe(text);
    },
  );

  it('Bytes that are not compressed text are rejected', () => {
    for (const bytes of [[], [1], [0, 255, 255, 255, 255]]) {
      expect(() => decompressText(Uint8Array.from(bytes))).toThrow();
    }
  });
});
