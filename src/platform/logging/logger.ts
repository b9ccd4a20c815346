import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../../config/setting-list.js';
import type { ProcessName } from '../process/root.js';

const flushIntervalMs = 250;

/** Buffers lines and writes them together, because one write per line would be a large part of the cost of a request. */
const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096 });
setInterval(() => destination.flush(), flushIntervalMs).unref();
process.once('exit', flushLog);

/** Writes the buffered lines. Call it before the end of the process by a signal, which does not emit `exit`. */
export function flushLog(): void {
  destination.flushSync();
}

export function createLogger(level: LogLevel, process: ProcessName): Logger {
  return pino({ level, base: { process }, serializers: { error: errorFields } }, destination);
}

/** Name of the logger of security events, see {@link NestLogger}. */
export const securityLogName = 'security';

/** The standard fields of an error. Errors of the store libraries also have the failed command with its values, which can be secret. */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, stack, ...(typeof code === 'string' && { code }) };
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest logs every module and route at startup. These lines are logged at debug level. */
const startContexts = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Sends the log lines of Nest and of its `Logger` to pino. Security events are written at every `LOG_LEVEL` except `silent`. */
export class NestLogger implements LoggerService {
  private readonly security: Logger;

  constructor(private readonly logger: Logger) {
    const level = logger.level === 'silent' ? 'silent' : 'info';
    this.security = logger.child({ logger: securityLogName }, { level });
  }

  readonly log = this.writer('info');
  readonly error = this.writer('error');
  readonly warn = this.writer('warn');
  readonly debug = this.writer('debug');
  readonly verbose = this.writer('trace');
  readonly fatal = this.writer('fatal');

  private writer(level: Level) {
    return (message: unknown, ...rest: unknown[]): void => this.write(level, message, rest);
  }

  /** Nest passes the context name last. If the first argument is an object, it contains the fields, and the text follows. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    if (context === securityLogName && typeof message === 'object') {
      this.security[level](message, String(rest[0]));
      // Not buffered: a crash must not lose the event.
      destination.flush();
      return;
    }
    if (level === 'info' && startContexts.has(context)) level = 'debug';
    if (message instanceof Error) {
      this.logger[level]({ context, error: message }, message.message);
    } else if (typeof message === 'object' && message !== null) {
      this.logger[level]({ context, ...message }, rest.length > 1 ? String(rest[0]) : undefined);
    } else {
      const stack = level === 'error' && rest.length > 1 ? rest[0] : undefined;
      this.logger[level]({ context, ...(stack !== undefined && { stack }) }, String(message));
    }
  }
}
