import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentMasterKey } from './master-key.js';

describe('the development master key', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'master-key-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is 32 bytes that stay the same, in a file of its owner only', () => {
    const key = developmentMasterKey(folder);
    expect(key).toHaveLength(32);
    expect(developmentMasterKey(folder)).toEqual(key);
    expect(readFileSync(join(folder, 'master.key'), 'utf8').trim()).toBe(key.toString('hex'));
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['master.key']);
  });

  it('is another in another folder', () => {
    expect(developmentMasterKey(folder)).not.toEqual(developmentMasterKey(mkdtempSync(join(folder, 'other-'))));
  });

  it('is refused, never replaced, when the file was damaged', () => {
    writeFileSync(join(folder, 'master.key'), 'abc\n');
    expect(() => developmentMasterKey(folder)).toThrow(/master\.key: must hold 64 hexadecimal characters/);
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('abc\n');
  });

  it('makes the folder it is kept in', () => {
    expect(developmentMasterKey(join(folder, 'new', 'deeper'))).toHaveLength(32);
  });

  it('says which setting to change when the folder cannot be written to', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => developmentMasterKey(join(folder, 'file'))).toThrow(/^SVC_DATA_DIR: cannot read .*ENOTDIR/);
  });
});
