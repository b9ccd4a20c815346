import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { createLogger } from './logger.js';

/** One line for each request: method, path without its query, status, time. */
export class RequestLog {
  readonly middleware;

  constructor(settings: Settings) {
    this.middleware = pinoHttp<IncomingMessage, ServerResponse>({
      logger: createLogger(settings.logLevel, 'api'),
      // The id is given by the request-id middleware, before this one.
      genReqId: (request) => request.id,
      serializers: {
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          path: url.split('?')[0],
        }),
        // The error filter has told what went wrong.
        err: () => undefined,
        res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
      },
      customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    });
  }
}

export const requestLogProvider = {
  provide: RequestLog,
  inject: [SETTINGS],
  useFactory: (settings: Settings) => new RequestLog(settings),
};
