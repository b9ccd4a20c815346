import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { developmentMasterKey } from './master-key.js';

describe('the development master key', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'master-key-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('A development master key has 32 bytes, stays the same, and only its owner can read the file', () => {
    const key = developmentMasterKey(folder);
    expect(key).toHaveLength(32);
    expect(developmentMasterKey(folder)).toEqual(key);
    expect(readFileSync(join(folder, 'master.key'), 'utf8').trim()).toBe(key.toString('hex'));
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['master.key']);
  });

  it('Each data folder has its own master key', () => {
    expect(developmentMasterKey(folder)).not.toEqual(developmentMasterKey(mkdtempSync(join(folder, 'other-'))));
  });

  it('A damaged key file is rejected and never replaced', () => {
    writeFileSync(join(folder, 'master.key'), 'abc\n');
    expect(() => developmentMasterKey(folder)).toThrow(/master\.key: must hold 64 hexadecimal characters/);
    expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe('abc\n');
  });

  it('Missing parent folders of the key file are created', () => {
    expect(developmentMasterKey(join(folder, 'new', 'deeper'))).toHaveLength(32);
  });

  it('The error names SVC_DATA_DIR if the folder is not usable', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => developmentMasterKey(join(folder, 'file'))).toThrow(/^SVC_DATA_DIR: cannot read .*ENOTDIR/);
  });
});
