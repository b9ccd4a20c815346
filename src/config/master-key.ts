import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './env.js';
import { makeFolder } from './files.js';

/**
 * Returns the master key of a development instance. The first start creates the key, and later starts read it, so that
 * secrets in the database can still be decrypted. Production sets SVC_MASTER_KEY instead.
 */
export function developmentMasterKey(dataDir: string): Buffer {
  const path = join(dataDir, 'master.key');
  const text = readKey(path) ?? createKey(path);
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new ConfigError([`${path}: must hold 64 hexadecimal characters; restore it, or set SVC_MASTER_KEY`]);
  }
  return Buffer.from(text, 'hex');
}

/** A link never replaces a file, so that processes that start concurrently all use the key of the first one. */
function createKey(path: string): string {
  const temporary = `${path}.${randomUUID()}`;
  try {
    makeFolder(dirname(path));
    writeFileSync(temporary, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(temporary, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new ConfigError([`SVC_DATA_DIR: cannot create ${path} (${code}); choose a folder that can be written to`]);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError([`SVC_DATA_DIR: cannot read ${path} (${code}); run as the user who made it`]);
  }
}
