import { EngineError } from '../engine-error.js';
import { type Chunk, type Column, emptyColumn } from './column.js';

/**
 * Returns the columns of a whole simulation from its chunks, which can be in any order.
 *
 * @throws EngineError `invalid_argument` if the chunks have a gap, overlap, or have different columns
 */
export function mergeChunks(chunks: readonly Chunk[]): Column[] {
  const ordered = [...chunks].sort((a, b) => a.from - b.from);
  let expected = 0;
  for (const chunk of ordered) {
    if (chunk.from !== expected) {
      throw new EngineError(
        'invalid_argument',
        `The chunk that starts at agent ${expected} is missing, or another chunk overlaps it.`,
        {
          agent: expected,
        },
      );
    }
    expected = chunk.to;
  }
  const merged = (ordered[0]?.columns ?? []).map(({ name, type, categories }) =>
    emptyColumn({ name, type, categories }, expected),
  );
  for (const chunk of ordered) copyChunk(chunk, merged);
  return merged;
}

function copyChunk(chunk: Chunk, merged: readonly Column[]): void {
  merged.forEach((target, position) => {
    const source = chunk.columns[position];
    if (source?.name !== target.name || source.type !== target.type) {
      throw new EngineError(
        'invalid_argument',
        `The chunk that starts at agent ${chunk.from} lacks column ${target.name} at position ${position}.`,
      );
    }
    target.values.set(source.values, chunk.from);
  });
}
