import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import { parseJsonBody } from './request-body.js';
import { acceptsBody } from './route-arguments.js';

const withoutBody = new Set(['GET', 'HEAD']);

const ANY_BODY = 'any_body';

/** A route that looks at no body, whatever comes. */
export const AnyBody = () => SetMetadata(ANY_BODY, true);

/** The last guard: a let-in caller's body becomes JSON, or is refused. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // What comes with a GET means nothing (RFC 9110, 9.3.1); no route of one reads it.
    if (withoutBody.has(request.method) || this.acceptsAnyBody(context)) return true;
    request.body = parseJsonBody(request);
    if (request.body !== undefined && !acceptsBody(context.getClass(), context.getHandler().name)) {
      rejectFields(request.body);
    }
    return true;
  }

  private acceptsAnyBody(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>(ANY_BODY, context.getHandler()) === true;
  }
}

/** A route without a body takes none, or an empty object; a field would be one that it does not know. */
function rejectFields(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw AppError.validation([
      { path: '', message: 'expected no body: this endpoint accepts only an empty body or {}' },
    ]);
  }
  const issues = Object.keys(body).map((path) => ({
    path,
    message: 'is not a known field: this endpoint accepts only an empty body or {}',
  }));
  if (issues.length > 0) throw AppError.validation(issues);
}
