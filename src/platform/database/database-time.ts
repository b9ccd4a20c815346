import type { Transaction } from './databases.service.js';

/** What time it is by the clock that all processes share; that of the machine may be wrong. */
export async function databaseTime(tx: Transaction): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`SELECT now()`;
  if (!row) throw new Error('the database does not tell the time');
  return row.now;
}
