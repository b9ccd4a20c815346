import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { perRoute } from '../common/http/documented.decorators.js';
import { type Caller, grants } from '../common/identity/caller.js';
import { isPublic, REQUIRED_SCOPE, type RequiredScope } from '../common/identity/identity.decorators.js';

/** Runs after authentication. A route without a declared scope is a programming error and rejects all requests. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly scopeOf = perRoute((context) =>
    this.reflector.getAllAndOverride<RequiredScope | undefined>(REQUIRED_SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]),
  );

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (isPublic(context)) return true;
    const needed = this.scopeOf(context);
    if (!needed) throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no scope`);
    const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
    if (needed === 'owner') return requireOwner(user);
    if (needed === 'none') return true;
    const missing = needed.find((scope) => !grants(user?.scopes ?? [], scope));
    if (missing) throw new AppError('insufficient_scope', { required_scope: missing });
    return true;
  }
}

function requireOwner(caller: Caller | undefined): true {
  if (caller?.method !== 'session') throw new AppError('session_required');
  if (caller.role !== 'owner') throw new AppError('owner_required');
  return true;
}
