import { Redis } from 'ioredis';
import { CurrentCredential } from '../../src/platform/credentials/current-credential.service.js';

/** For tests without callers: it never connects to Redis. */
export const unusedCredential = () => new CurrentCredential(new Redis({ lazyConnect: true }));
