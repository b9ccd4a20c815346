import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { PUBLIC } from '../common/identity/identity.decorators.js';
import { RefusalLimit } from '../platform/rate-limit/refusal-limit.service.js';
import { namedTier } from './named-tier.js';
import { SessionAuthenticator } from './session/session-authenticator.service.js';

type IdentifiedRequest = Request & { user?: Caller };

/** Closed by default: only a route that says `@Public` is open without a credential. A Bearer key goes before a session cookie. */
@Injectable()
export class AuthGuard extends PassportGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionAuthenticator,
    private readonly refusals: RefusalLimit,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<IdentifiedRequest>();
    const { authorization } = request.headers;
    const byBearer = authorization !== undefined && /^bearer\b/i.test(authorization);
    const admitted = byBearer
      ? (super.canActivate(context) as Promise<boolean>)
      : this.bySession(request, http.getResponse<Response>());
    return admitted.catch((error: unknown) => this.refuse(context, error));
  }

  /** What passport made of the Bearer key. */
  override handleRequest<User>(
    error: Error | null,
    user: User | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    if (!user) throw new AppError('invalid_or_revoked_api_key');
    const named = namedTier(context.switchToHttp().getRequest<Request>());
    const { tier } = user as User & Caller;
    if (named !== undefined && named !== tier) throw new AppError('tier_mismatch', { tier });
    return user;
  }

  private async refuse(context: ExecutionContext, error: unknown): Promise<never> {
    if (error instanceof AppError && error.status === 401) await this.refusals.canActivate(context);
    throw error;
  }

  private async bySession(request: IdentifiedRequest, response: Response): Promise<boolean> {
    const caller = await this.sessions.authenticate(request, response);
    if (!caller) throw new AppError('authentication_required');
    request.user = caller;
    return true;
  }
}
