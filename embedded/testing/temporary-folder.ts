import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a function that creates a folder for each call. `atEnd` (`afterAll` of Jest) removes all of them. */
export function temporaryFolders(atEnd: (remove: () => void) => void): () => string {
  const made: string[] = [];
  atEnd(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulation-service-'));
    made.push(folder);
    return folder;
  };
}
