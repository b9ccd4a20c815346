import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../errors/app-error.js';
import { isPublic } from '../identity/identity.decorators.js';
import { perRoute, acceptsBody } from './documented.decorators.js';
import { bodyLimitBytes, fileTypeOf, parseJsonBody, publicBodyLimitBytes } from './request-body.js';

const withoutBody = new Set(['GET', 'HEAD']);

const ANY_BODY = 'any_body';

/** The route ignores the request body. */
export const AnyBody = () => SetMetadata(ANY_BODY, true);

/** The last guard. Parses the body of an accepted caller as JSON, or rejects it. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly acceptsAnyBody = perRoute(
    (context) => this.reflector.get<boolean | undefined>(ANY_BODY, context.getHandler()) === true,
  );
  private readonly acceptsBody = perRoute((context) => acceptsBody(context.getClass(), context.getHandler().name));

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // The body of a GET request has no meaning (RFC 9110, 9.3.1).
    if (withoutBody.has(request.method) || this.acceptsAnyBody(context)) return true;
    if (fileTypeOf(request) !== undefined) return true;
    request.body = parseJsonBody(request, isPublic(context) ? publicBodyLimitBytes : bodyLimitBytes);
    if (request.body !== undefined && !this.acceptsBody(context)) rejectFields(request.body);
    return true;
  }
}

/** A route without a body schema accepts no body or an empty object. */
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
