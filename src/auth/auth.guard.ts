import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { PUBLIC } from '../common/identity/identity.decorators.js';

/** Closed by default: only a route that says `@Public` is open without a credential. */
@Injectable()
export class AuthGuard extends PassportGuard('bearer') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<User>(
    error: Error | null,
    user: User | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    if (user) return user;
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    const tried = authorization !== undefined && /^bearer\b/i.test(authorization);
    throw new AppError(tried ? 'invalid_or_revoked_api_key' : 'authentication_required');
  }
}
