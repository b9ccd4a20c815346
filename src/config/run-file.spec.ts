import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './env.js';
import { readRunFile, removeRunFile, writeRunFile, type RunFile } from './run-file.js';

const run: RunFile = {
  pid: 4711,
  url: 'http://127.0.0.1:3000',
  sandbox_database_url: 'postgresql://service:secret@127.0.0.1:5001/sandbox',
  live_database_url: 'postgresql://service:secret@127.0.0.1:5001/live',
  redis_url: 'redis://:secret@127.0.0.1:6001',
  started_at: '2026-01-02T03:04:05.678Z',
};

describe('the run file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'run-file-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('A run file is read back unchanged, and only its owner can read it', () => {
    writeRunFile(folder, run);
    expect(readRunFile(folder)).toEqual(run);
    expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
  });

  it('A new run file replaces the previous one and leaves no temporary files', () => {
    writeRunFile(folder, run);
    writeRunFile(folder, { ...run, pid: 4712 });
    expect(readRunFile(folder)?.pid).toBe(4712);
    expect(readdirSync(folder)).toEqual(['run.json']);
  });

  it('Reading returns undefined if the run file or its folder does not exist', () => {
    expect(readRunFile(folder)).toBeUndefined();
    expect(readRunFile(join(folder, 'missing'))).toBeUndefined();
  });

  it('Removing the run file twice is not an error', () => {
    writeRunFile(folder, run);
    removeRunFile(folder);
    removeRunFile(folder);
    expect(readRunFile(folder)).toBeUndefined();
  });

  it.each(['', '{"pid":', '{}', JSON.stringify({ ...run, pid: 'x', url: 3 })])(
    'A malformed run file is rejected with a one-line message: %j',
    (text) => {
      writeFileSync(join(folder, 'run.json'), text);
      const read = () => readRunFile(folder);
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^[^\n]*run\.json: is malformed [^\n]*$/);
    },
  );
});
