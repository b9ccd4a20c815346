import type { Env } from '../../src/config/env.js';
import type { ServerCommand, ServerProcess } from '../server-process.js';

export interface RedisKind {
  /** Kept in the data folder; each kind has its own files, which the other cannot read. */
  name: NonNullable<Env['embeddedRedis']>;
  /** For people. */
  title: string;
  start(
    place: { folder: string; port: number; password: string } & Pick<
      ServerCommand,
      'logFile' | 'startTimeoutMs' | 'stopSteps' | 'onSpawn'
    >,
  ): Promise<ServerProcess>;
}
