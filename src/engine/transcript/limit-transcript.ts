/** Maximum UTF-8 bytes of the transcript of one agent. The longest transcript of the calibrated workflows has 4 KiB. */
export const maxTranscriptBytes = 16 * 1024;

/** A UTF-16 code unit takes at most 3 bytes in UTF-8. */
const maxBytesPerUnit = 3;
const ellipsis = '…';
const encoder = new TextEncoder();

/** Returns the UTF-8 bytes of the paragraphs. */
export function transcriptBytes(paragraphs: readonly string[]): number {
  return paragraphs.reduce((sum, text) => sum + encoder.encode(text).length, 0);
}

/** Returns the paragraphs, or their start if they exceed {@link maxTranscriptBytes}. An ellipsis marks the omission. */
export function limitTranscript(paragraphs: string[]): string[] {
  const units = paragraphs.reduce((sum, { length }) => sum + length, 0);
  if (units * maxBytesPerUnit <= maxTranscriptBytes) return paragraphs;
  if (transcriptBytes(paragraphs) <= maxTranscriptBytes) return paragraphs;
  const limited: string[] = [];
  let remaining = maxTranscriptBytes - encoder.encode(ellipsis).length;
  for (const text of paragraphs) {
    // Unlike `slice`, it never splits a character.
    const { read, written } = encoder.encodeInto(text, new Uint8Array(remaining));
    remaining -= written;
    if (read === text.length) {
      limited.push(text);
      continue;
    }
    limited.push(text.slice(0, read) + ellipsis);
    break;
  }
  return limited;
}
