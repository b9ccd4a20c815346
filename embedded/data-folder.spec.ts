import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentMasterKey } from '../src/config/master-key.js';
import { ensureDataFolder } from './data-folder.js';
import { temporaryFolders } from './testing/temporary-folder.js';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the data folder', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('Another user cannot enter a new data folder, nor one of an earlier version', () => {
    const folder = join(temporaryFolder(), 'parent', 'data');
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    developmentMasterKey(folder);
    chmodSync(folder, 0o755);
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('The permissions of an existing folder without data of the service are not changed', () => {
    const folder = join(temporaryFolder(), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other'), '');
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o755);
  });
});
