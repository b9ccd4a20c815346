import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each call, and all of them removed at the end; `atEnd` is Jest's `afterAll`. */
export function temporaryFolders(atEnd: (remove: () => void) => void): () => string {
  const made: string[] = [];
  atEnd(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulation-service-'));
    made.push(folder);
    return folder;
  };
}
