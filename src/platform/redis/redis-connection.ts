import { Redis, type Command, type RedisOptions } from 'ioredis';
import { setRunningTimeout } from '../../common/running-timeout.js';
import { reconnectAfterFailover } from './redis-unavailable.js';

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
