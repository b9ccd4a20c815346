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
