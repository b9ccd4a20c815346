import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../../config/env.js';

const flushIntervalMs = 250;

/** Lines are gathered and written together, a moment later: a write for each would be a good part of a request's cost. */
const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096 });
setInterval(() => destination.flush(), flushIntervalMs).unref();
process.once('exit', () => destination.flushSync());

export function createLogger(level: LogLevel, process: 'api' | 'worker'): Logger {
  return pino({ level, base: { process }, serializers: { error: pino.stdSerializers.err } }, destination);
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest tells every module and route while it starts; that is for who looks for a fault in it. */
const startContexts = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Lets Nest and everything that uses Nest's `Logger` write through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest puts the context's name last; an object that comes first holds fields, and its text follows. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
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
