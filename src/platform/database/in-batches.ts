import type { Sql } from './sql.js';

/** Maximum rows in one deletion, so that locks are short. */
export const batchSize = 100;

/** Deletes until a batch is not full. Returns the number of deleted rows. */
export async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await deleteSome();
    total += count;
    if (count < batchSize) return total;
  }
}

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

/** One INSERT or SELECT of {@link insertAll}. It can read from the ones before it, by name. */
export interface Insert {
  name: string;
  /** Its parameters start at `$1`. It has no other text with `$` and a digit. */
  text: string;
  values: readonly unknown[];
}

/** Postgres supports 63 characters. */
const maxNameCharacters = 63;
const texts = new Map<string, string>();

/**
 * Runs statements as one, which is one round trip and a transaction of its own. Returns whether the one with the name `decisive` has rows.
 * The name of a statement must determine its text, because Postgres prepares the whole under the names.
 */
export async function insertAll(sql: Sql, decisive: string, inserts: readonly Insert[]): Promise<boolean> {
  const names = inserts.map(({ name }) => name).join(' ');
  const isShort = names.length <= maxNameCharacters;
  const text = (isShort && texts.get(names)) || combine(decisive, inserts);
  if (isShort) texts.set(names, text);
  const values = inserts.flatMap((insert) => insert.values);
  const { rows } = await sql.query<{ done: boolean }>({ ...(isShort && { name: names }), text, values });
  return rows[0]?.done === true;
}

function combine(decisive: string, inserts: readonly Insert[]): string {
  let before = 0;
  const parts = inserts.map(({ name, text, values }) => {
    const moved = text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    before += values.length;
    return `${name} AS (${moved})`;
  });
  return `WITH ${parts.join(', ')} SELECT EXISTS (SELECT FROM ${decisive}) AS done`;
}

/** Inserts one row for each row of an earlier statement. */
export function insertFor(from: string, name: string, table: string, row: Record<string, unknown>): Insert {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  return {
    name,
    text: `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${places.join(', ')} FROM ${from}`,
    values: Object.values(row),
  };
}
