import { stringify } from 'csv-stringify/sync';
import { csvOptions } from './encode-agents.js';

type Chunks = AsyncIterable<Uint8Array>;

/** Writes `{ data, meta }`, like all JSON responses. */
export async function* writeJson(chunks: Chunks, meta: object): AsyncGenerator<string | Uint8Array> {
  yield '{"data":[';
  let isFirst = true;
  for await (const chunk of chunks) {
    // Each agent follows a comma, except the first.
    yield isFirst ? chunk.subarray(1) : chunk;
    isFirst = false;
  }
  yield `],"meta":${JSON.stringify(meta)}}`;
}

/** Writes a header and one agent per line. Escapes text that spreadsheets would read as a formula. */
export async function* writeCsv(chunks: Chunks, names: readonly string[]): AsyncGenerator<string | Uint8Array> {
  yield stringify([names], csvOptions);
  yield* chunks;
}
