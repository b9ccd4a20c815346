import { Redis, type Command, type RedisOptions } from 'ioredis';
import { setRunningTimeout } from '../../common/concurrency-limit.js';

const ttlSeconds = 60;

/** Writes to Redis and rejects if it cannot: a replica and a server whose memory or disk is full respond to PING and to reads. */
export async function writeHeartbeat(redis: Redis): Promise<void> {
  await redis.set('heartbeat', '1', 'EX', ttlSeconds);
}

/** Messages of ioredis if a command was not sent, timed out or lost its connection. */
const unavailableMessages =
  /Connection is closed|due to connection close|enableOfflineQueue options is false|Command timed out|^Socket timeout|connect ETIMEDOUT/;
/** Codes of error replies that are about the command. All other codes are about the server: it starts, is a replica, or is full. */
const commandCodes = new Set([
  'ERR',
  'WRONGTYPE',
  'NOSCRIPT',
  'BUSYKEY',
  'BUSYGROUP',
  'NOGROUP',
  'CROSSSLOT',
  'NOPROTO',
  'SYNTAX',
]);
/** A new connection reaches the same server with the same memory, disk and rights. */
const lastingCodes = new Set([...commandCodes, 'OOM', 'MISCONF', 'BUSY', 'EXECABORT', 'NOPERM']);
/** The server closes the connection after this reply, which has the code of an error in a command. */
const tooManyClients = /^ERR max number of clients/;
/** Redis 6 reports an error inside a script as an error of the script. */
const errorInScript = /@user_script.*?-([A-Z]+) /;

/** Returns whether an error means that Redis is unavailable, as opposed to an error in the command. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError') return true;
  if ('code' in error && typeof error.code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT)/.test(error.code)) return true;
  if (error.name !== 'ReplyError') return unavailableMessages.test(error.message);
  // EXECABORT: the server refused commands of a transaction.
  if ('previousErrors' in error && Array.isArray(error.previousErrors) && error.previousErrors.length > 0) {
    return error.previousErrors.some(isRedisUnavailable);
  }
  return tooManyClients.test(error.message) || !commandCodes.has(codeOf(error));
}

/**
 * For the option `reconnectOnError` of one connection. After a failover, the old primary keeps its connections and rejects writes, while new
 * connections reach the new primary. Reconnects at most once in a second, because no primary exists until the failover ends.
 */
export function reconnectAfterFailover(): (error: Error) => boolean {
  let reconnectedAtMs = -Infinity;
  return (error) => {
    if (lastingCodes.has(codeOf(error)) || performance.now() - reconnectedAtMs < minReconnectIntervalMs) return false;
    reconnectedAtMs = performance.now();
    return true;
  };
}

const minReconnectIntervalMs = 1_000;

/** The first word of a reply, or an empty text. */
function codeOf({ message }: Error): string {
  return (errorInScript.exec(message) ?? /^([A-Z]+)\b/.exec(message))?.[1] ?? '';
}

interface ConnectionOptions extends Omit<
  RedisOptions,
  'commandTimeout' | 'socketTimeout' | 'replyMapping' | 'reconnectOnError'
> {
  /** A command without a reply in this time fails. The connection closes, so that the next command fails immediately. */
  silenceTimeoutMs: number;
}

/**
 * A connection whose commands fail if Redis is silent, but not if this process was paused and has yet to read the reply. Reconnects if the
 * server is no longer the primary.
 */
export class RedisConnection extends Redis {
  private readonly silenceTimeoutMs: number;

  constructor(url: string, { silenceTimeoutMs, ...options }: ConnectionOptions) {
    super(url, { ...options, reconnectOnError: reconnectAfterFailover() });
    this.silenceTimeoutMs = silenceTimeoutMs;
  }

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // Of this command. A later connection must not close because of it.
    const own = this.stream as Redis['stream'] | undefined; // none before the first connection
    const cancel = setRunningTimeout(this.silenceTimeoutMs, () => this.giveUp(command, own));
    (command.promise as Promise<unknown>).then(cancel, cancel);
    return super.sendCommand(command, stream);
  }

  private giveUp(command: Command, stream: Redis['stream'] | undefined): void {
    command.reject(new Error('Command timed out'));
    stream?.destroy(new Error(`Socket timeout: no reply in ${this.silenceTimeoutMs} ms`));
  }
}

/** Throws with the reason if the Redis at this URL does not respond within the timeout. */
export async function pingRedis(url: string, timeoutMs: number): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    // Calling disconnect on a closed connection delays the exit of the process by two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}
