/**
 * The driver receives bytes as hexadecimal text. V8 stores text above one megabyte outside of its young heap until the next full garbage
 * collection, so that a file in one value used three times its size for seconds. Pieces of this size are collected early.
 */
export const pieceBytes = 32_768;

/** Returns the joined pieces of a value in a buffer of their own, or null if the value is null. */
export function joinPieces(pieces: readonly (Buffer | null)[]): Uint8Array<ArrayBuffer> | null {
  const present = pieces.filter((piece) => piece !== null);
  if (present.length === 0) return null;
  const joined = new Uint8Array(present.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of present) {
    joined.set(piece, end);
    end += piece.length;
  }
  return joined;
}
