import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { makeFolder } from '../../config/files.js';
import { prepared, type Embedder } from './embedders.js';

const digestBytes = 32;
const lengthBytes = 4;
/** Texts in one batch. Small, so that a question does not wait long behind a catalog. */
const textsPerBatch = 4;
/** Maximum cached vectors, 2 KB each. */
const maxVectors = 20_000;

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Caches vectors by the digest of their text: the most recently used ones in memory, and all in one file for each model. A record of the
 * file is digest, count of numbers, numbers. Records are only appended, up to twice the size of the cache; each start rewrites the file
 * without old records and without a record that a crash cut off. If the file cannot be written, texts are embedded again.
 *
 * A release contains such a file with the texts of the built-in workflows, which otherwise take several seconds after the first start.
 */
export class VectorCache {
  private readonly file: string;
  private readonly vectors: LRUCache<string, Float32Array>;
  /** Vectors of the release. They are not part of the file of this cache. */
  private readonly released: ReadonlyMap<string, Float32Array>;
  private records = 0;
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly embedder: Embedder,
    folder: string,
    private readonly most = maxVectors,
    releasedFolder?: string,
  ) {
    this.vectors = new LRUCache({ max: most });
    const name = `vectors-${digestOf(embedder.model).toString('hex').slice(0, 16)}.bin`;
    this.file = join(folder, name);
    this.released = releasedFolder === undefined ? new Map() : readReleased(join(releasedFolder, name));
    try {
      makeFolder(folder);
      if (existsSync(this.file)) this.read(readFileSync(this.file));
    } catch {
      // The folder is not readable or writable, as in a container: cache only in this process.
    }
  }

  /** Returns the vectors of all texts, by text, and embeds the missing ones. A blank text has no vector. */
  async vectorsOf(texts: readonly string[]): Promise<Map<string, Float32Array>> {
    const digests = new Map(texts.map((text) => [text, digestOf(prepared(text)).toString('hex')]));
    const found = new Map<string, Float32Array>();
    for (const [text, digest] of digests) {
      const vector = this.released.get(digest) ?? this.vectors.get(digest);
      if (vector) found.set(text, vector);
    }
    const missing = [...digests].filter(([text]) => prepared(text) !== '' && !found.has(text));
    for (let start = 0; start < missing.length; start += textsPerBatch) {
      const batch = missing.slice(start, start + textsPerBatch);
      const vectors = await this.embedder.embed(batch.map(([text]) => prepared(text)));
      batch.forEach(([text, digest], position) => {
        const vector = vectors[position]!;
        found.set(text, vector);
        this.add(digest, vector);
      });
    }
    await this.written;
    return found;
  }

  private add(digest: string, vector: Float32Array): void {
    this.vectors.set(digest, vector);
    if (this.records >= 2 * this.most) return;
    this.records += 1;
    const record = recordOf(digest, vector);
    this.written = this.written.then(() => appendFile(this.file, record)).catch(() => undefined);
  }

  private read(content: Buffer): void {
    let end = 0;
    for (const record of recordsOf(content)) {
      this.vectors.set(record.digest, record.vector);
      this.records += 1;
      end = record.end;
    }
    if (end === content.length && this.records <= this.most) return;
    const kept: Buffer[] = [];
    this.vectors.rforEach((vector, digest) => kept.push(recordOf(digest, vector)));
    writeFileSync(this.file, Buffer.concat(kept));
    this.records = kept.length;
  }
}

/** A release has vectors of the local model only. */
function readReleased(file: string): Map<string, Float32Array> {
  if (!existsSync(file)) return new Map();
  return new Map([...recordsOf(readFileSync(file))].map(({ digest, vector }) => [digest, vector]));
}

/** Reads the complete records of a file. `end` is the position after the record. */
function* recordsOf(content: Buffer): Generator<{ digest: string; vector: Float32Array; end: number }> {
  let at = 0;
  while (at + digestBytes + lengthBytes <= content.length) {
    const digest = content.subarray(at, at + digestBytes).toString('hex');
    const start = at + digestBytes + lengthBytes;
    const end = start + content.readUInt32LE(at + digestBytes) * Float32Array.BYTES_PER_ELEMENT;
    if (end > content.length) return;
    // Copy the bytes: a Float32Array must start at a multiple of four, but a record may start anywhere.
    yield { digest, vector: new Float32Array(new Uint8Array(content.subarray(start, end)).buffer), end };
    at = end;
  }
}

function recordOf(digest: string, vector: Float32Array): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(vector.length);
  return Buffer.concat([
    Buffer.from(digest, 'hex'),
    length,
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  ]);
}
