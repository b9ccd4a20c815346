import { promisify } from 'node:util';
import { gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';

/** Sizes that zlib accepts for its buffer. The upper limit keeps damaged bytes from requesting much memory. */
const [minChunkBytes, maxChunkBytes] = [64, 2 ** 20];

/** Level 1 is the fastest. */
export const gzipOptions = { level: 1 };

export function compressText(text: string | Uint8Array): Buffer {
  return gzipSync(text, gzipOptions);
}

const gzipInThread = promisify<string, ZlibOptions, Buffer>(gzip);

/** The same in a thread of Node, for texts that would delay other requests. Each chunk returns to the event loop. */
export function compressInThread(text: string): Promise<Buffer> {
  return gzipInThread(text, { ...gzipOptions, chunkSize: maxChunkBytes / 4 });
}

/** Returns the text in UTF-8. Takes half the time if the buffer has room for the whole text, whose size is in the last four bytes. */
export function decompressText(compressed: Uint8Array): Buffer {
  const bytes = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength);
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  return gunzipSync(bytes, { chunkSize: Math.min(Math.max(size, minChunkBytes), maxChunkBytes) });
}
