import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../config/files.js';
import { prepared, type Embedder } from './embedder.js';

const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;
/** Few at a time, so that a question does not wait long behind a catalog. */
const BATCH = 4;

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Vectors by the digest of their text, in one file for each model: digest, count of numbers, numbers, one record after another. Records
 * are only ever added; one that was cut off, by a crash, is dropped and embedded anew.
 */
export class VectorCache {
  private readonly file: string;
  private readonly vectors = new Map<string, Float32Array>();

  constructor(
    private readonly embedder: Embedder,
    folder: string,
  ) {
    makeFolder(folder);
    this.file = join(folder, `vectors-${digestOf(embedder.model).toString('hex').slice(0, 16)}.bin`);
    if (existsSync(this.file)) this.read(readFileSync(this.file));
  }

  /** The vectors of all texts, by text; only what is not known yet is embedded. A text of nothing but spaces has none. */
  async vectorsOf(texts: readonly string[]): Promise<Map<string, Float32Array>> {
    const digests = new Map(texts.map((text) => [text, digestOf(prepared(text)).toString('hex')]));
    const missing = [...digests].filter(([text, digest]) => prepared(text) !== '' && !this.vectors.has(digest));
    for (let start = 0; start < missing.length; start += BATCH) {
      const batch = missing.slice(start, start + BATCH);
      const vectors = await this.embedder.embed(batch.map(([text]) => prepared(text)));
      batch.forEach(([, digest], position) => this.add(digest, vectors[position]!));
    }
    const found = new Map<string, Float32Array>();
    for (const [text, digest] of digests) {
      const vector = this.vectors.get(digest);
      if (vector) found.set(text, vector);
    }
    return found;
  }

  private add(digest: string, vector: Float32Array): void {
    this.vectors.set(digest, vector);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(vector.length);
    const numbers = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    appendFileSync(this.file, Buffer.concat([Buffer.from(digest, 'hex'), length, numbers]));
  }

  private read(content: Buffer): void {
    let at = 0;
    while (at + DIGEST_BYTES + LENGTH_BYTES <= content.length) {
      const digest = content.subarray(at, at + DIGEST_BYTES).toString('hex');
      const start = at + DIGEST_BYTES + LENGTH_BYTES;
      const end = start + content.readUInt32LE(at + DIGEST_BYTES) * Float32Array.BYTES_PER_ELEMENT;
      if (end > content.length) break;
      // A copy, since the numbers may lie anywhere in the file and a Float32Array must begin at a multiple of four.
      this.vectors.set(digest, new Float32Array(new Uint8Array(content.subarray(start, end)).buffer));
      at = end;
    }
    if (at < content.length) truncateSync(this.file, at);
  }
}
