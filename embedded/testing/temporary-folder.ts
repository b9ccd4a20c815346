// cspell:ignore bavail statfs
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** File system in memory on Linux. */
const memoryFolder = '/dev/shm';
/** Enough for the Postgres clusters of all concurrent tests. Containers often have 64 MiB. */
const neededBytes = 2 * 1024 ** 3;

/** Parent of the data folders of tests. A slow disk takes seconds to create a Postgres cluster, and memory a fraction of a second. */
export const dataRoot = hasMemoryFolder() ? memoryFolder : tmpdir();

function hasMemoryFolder(): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= neededBytes;
}

/** Returns a function that creates a folder for each call. `atEnd` (`afterAll` of Jest) removes all of them. */
export function temporaryFolders(atEnd: (remove: () => void) => void, parent = dataRoot): () => string {
  const made: string[] = [];
  atEnd(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return () => {
    const folder = mkdtempSync(join(parent, 'simulation-service-'));
    made.push(folder);
    return folder;
  };
}
