import { Redis } from 'ioredis';
import type { Databases } from '../../src/platform/database/databases.service.js';
import { CurrentCredential } from '../../src/platform/credentials/current-credential.service.js';

/** For tests without callers: it never connects to Redis or to a database. */
export const unusedCredential = () =>
  new CurrentCredential(new Redis({ lazyConnect: true }), undefined as unknown as Databases);
