import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { AppError } from '../errors/app-error.js';
import { parseJsonBody } from './request-body.js';
import { takesBody } from './route-arguments.js';

const withoutBody = new Set(['GET', 'HEAD']);

/** Interceptors run after the guards and before the pipes: the place where a let-in caller's body becomes JSON. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    // What comes with a GET means nothing (RFC 9110, 9.3.1).
    request.body = withoutBody.has(request.method) ? undefined : parseJsonBody(request);
    if (request.body !== undefined && !takesBody(context.getClass(), context.getHandler().name)) {
      refuseFields(request.body);
    }
    return next.handle();
  }
}

/** A route without a body takes none, or an empty object; a field would be one that it does not know. */
function refuseFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw AppError.validation([{ path: '', message: 'must be left out: this route takes no body' }]);
  }
  const issues = Object.keys(body).map((path) => ({ path, message: 'is not a known field' }));
  if (issues.length > 0) throw AppError.validation(issues);
}
