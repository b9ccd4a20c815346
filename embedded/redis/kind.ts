import type { Env } from '../../src/config/env.js';
import type { ServerCommand, ServerProcess } from '../server-process.js';

export interface RedisKind {
  /** Stored in the data folder. Each kind has its own file format. */
  name: NonNullable<Env['embeddedRedis']>;
  /** Name for the user. */
  title: string;
  start(
    place: { folder: string; port: number; password: string } & Pick<
      ServerCommand,
      'logFile' | 'startTimeoutMs' | 'stopSteps' | 'onSpawn'
    >,
  ): Promise<ServerProcess>;
}
