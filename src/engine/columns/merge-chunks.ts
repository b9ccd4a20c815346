import { EngineError } from '../engine-error.js';
import { type Chunk, type Column, emptyColumn } from './column.js';

/**
 * The columns of a whole simulation from its chunks, given in any order.
 *
 * @throws EngineError `invalid_argument` where the chunks leave a gap, overlap or differ in their columns
 */
export function mergeChunks(chunks: readonly Chunk[]): Column[] {
  const ordered = [...chunks].sort((a, b) => a.from - b.from);
  let expected = 0;
  for (const chunk of ordered) {
    if (chunk.from !== expected) {
      throw new EngineError('invalid_argument', `The chunk of agent ${expected} is missing or double.`, {
        agent: expected,
      });
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
        `Chunk ${chunk.from} does not have the column ${target.name} in its place.`,
      );
    }
    target.values.set(source.values, chunk.from);
  });
}
