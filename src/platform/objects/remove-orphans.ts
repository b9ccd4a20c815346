import { databaseTime } from '../database/database-time.js';
import type { Database } from '../database/databases.service.js';
import type { ObjectStorage } from './object-storage.js';

/** A process that saved an object writes its row within seconds, or never. */
export const orphanAgeMs = 3_600_000;
const maxConcurrentRemovals = 10;

/**
 * Deletes the old objects of a folder that no row refers to. The age of an object is by the clock of the bucket, which can be wrong.
 *
 * @param orphansOf selects the keys without a row
 */
export async function removeOrphans(
  storage: ObjectStorage,
  database: Database,
  folder: string,
  orphansOf: (keys: string[]) => Promise<string[]>,
): Promise<void> {
  const before = (await databaseTime(database)).getTime() - orphanAgeMs;
  for await (const objects of storage.list(folder)) {
    const old = objects.filter(({ lastModified }) => lastModified.getTime() < before);
    const orphans = await orphansOf(old.map(({ key }) => key));
    for (let from = 0; from < orphans.length; from += maxConcurrentRemovals) {
      await Promise.all(orphans.slice(from, from + maxConcurrentRemovals).map((key) => storage.remove(key)));
    }
  }
}
