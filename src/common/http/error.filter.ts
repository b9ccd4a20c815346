import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { sendJson } from './reply.js';
import { METHODS } from 'node:http';

const challenges = new Set<ErrorCode>(['authentication_required', 'invalid_or_revoked_api_key']);

/** Returns whether an error means that a store is unavailable. A parameter, because common/ does not depend on the store libraries. */
type StoreErrorTest = (error: unknown) => boolean;

/** Translates every error into a response. An error that is not an {@link AppError} reveals no internal details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  constructor(
    private readonly isStoreUnavailable: StoreErrorTest,
    private readonly observe: (error: AppError, request: Request) => void,
    /** Sends the error as a page, for routes that people open in a browser. Returns false if the error should be JSON. */
    private readonly sendPage: (error: AppError, request: Request, response: Response) => boolean,
    private readonly publicUrl: string,
    /** The `WWW-Authenticate` header for requests to a path. */
    private readonly challengeOf: (path: string) => string,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.translate(thrown, request, response);
    this.observe(error, request);
    this.report(error, thrown, request.id);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (challenges.has(error.code)) response.setHeader('WWW-Authenticate', this.challengeOf(request.path));
    for (const [name, value] of Object.entries(error.responseHeaders())) response.setHeader(name, value);
    response.statusCode = error.status;
    if (this.sendPage(error, request, response)) return;
    void sendJson(response, error.responseBody(request.id, this.publicUrl));
  }

  /** Logs unavailable stores and overload in one line per request, and all other server errors with their stack. */
  private report(error: AppError, thrown: unknown, requestId: string): void {
    if (error.code === 'service_unavailable') {
      const { cause = thrown } = error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.logger.warn({ request_id: requestId, reason, ...error.meta }, 'dependency unavailable or overloaded');
    } else if (error.status >= 500) {
      this.logger.error({ error: thrown, request_id: requestId }, error.message);
    }
  }

  private translate(thrown: unknown, request: Request, response: Response): AppError {
    if (thrown instanceof AppError) return thrown as AppError;
    if (request.malformed) return request.malformed;
    if (this.isStoreUnavailable(thrown)) return new AppError('service_unavailable', {}, { cause: thrown });
    const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
    if (status === 404) return this.unknownRoute(request, response);
    if (status !== undefined && status >= 400 && status < 500) {
      return AppError.validation([{ path: '', message: 'the request is malformed: check its path and headers' }]);
    }
    return new AppError('internal_error', {}, { cause: thrown });
  }

  private unknownRoute(request: Request, response: Response): AppError {
    const methods = allowedMethods(request.app as never, request.path);
    if (methods.length === 0) return new AppError('not_found');
    response.setHeader('Allow', methods.join(', '));
    return new AppError('method_not_allowed');
  }
}

/** Errors of Express itself have a status, for example if the path is not UTF-8. */
function statusOf(thrown: unknown): number | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' ? thrown.status : undefined;
}

/**
 * Sends a malformed request to the route for unknown paths, which reports its error after the rate limit has counted it. Express itself would
 * throw before that if the path is not UTF-8.
 */
export function markMalformed(request: Request): void {
  const message = problemOf(request);
  if (message === undefined) return;
  request.malformed = AppError.validation([{ path: '', message }]);
  request.url = request.path.startsWith('/v1/') ? '/v1/' : '/';
}

function problemOf({ path, headersDistinct }: Request): string | undefined {
  if (!isReadable(path)) return 'the path is not valid UTF-8: percent-encode it as UTF-8';
  // RFC 9112, 3.2: a proxy in front may use another one of the hosts. Node rejects a request without a host.
  if ((headersDistinct['host'] ?? []).length > 1) return 'the request has several Host headers: send one';
  // Node would use the first one, and a proxy may check another.
  if (new Set(headersDistinct['authorization']).size > 1)
    return 'the request has several different Authorization headers: send one';
  return undefined;
}

function isReadable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

interface RouterLayer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

function allowedMethods(express: { router?: { stack: unknown[] } }, path: string): string[] {
  const layers = (express.router?.stack ?? []) as RouterLayer[];
  const methods = layers
    .filter((layer) => layer.route && !acceptsAllMethods(layer.route) && layer.match(path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}))
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)].sort();
}

/** The route for unknown paths accepts all methods and does not count. */
const acceptsAllMethods = ({ methods }: { methods: Record<string, boolean> }) =>
  Object.keys(methods).length === METHODS.length;
