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

  it('is read as it was written, by its owner only', () => {
    writeRunFile(folder, run);
    expect(readRunFile(folder)).toEqual(run);
    expect(statSync(join(folder, 'run.json')).mode & 0o777).toBe(0o600);
  });

  it('replaces the one before it and leaves nothing else in the folder', () => {
    writeRunFile(folder, run);
    writeRunFile(folder, { ...run, pid: 4712 });
    expect(readRunFile(folder)?.pid).toBe(4712);
    expect(readdirSync(folder)).toEqual(['run.json']);
  });

  it('is undefined when nothing runs here, also where there is no such folder', () => {
    expect(readRunFile(folder)).toBeUndefined();
    expect(readRunFile(join(folder, 'missing'))).toBeUndefined();
  });

  it('is gone once removed, and removing it again is no error', () => {
    writeRunFile(folder, run);
    removeRunFile(folder);
    removeRunFile(folder);
    expect(readRunFile(folder)).toBeUndefined();
  });

  it.each(['', '{"pid":', '{}', JSON.stringify({ ...run, pid: 'x', url: 3 })])(
    'malformed as %j is refused in one line',
    (text) => {
      writeFileSync(join(folder, 'run.json'), text);
      const read = () => readRunFile(folder);
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^[^\n]*run\.json: is malformed [^\n]*$/);
    },
  );
});
