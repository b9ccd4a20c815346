import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { perRoute } from '../common/http/documented.decorators.js';
import { grants, type Caller, type CredentialHolder, type Tier } from '../common/identity/caller.js';
import {
  PlanLimitGuard,
  type AdmittedRequest,
  networkOf,
  LimitGuard,
  type Subject,
} from '../platform/rate-limit/limit.guard.js';
import {
  bearerTokenOf,
  isPublic,
  originOf,
  REQUIRED_SCOPE,
  type RequiredScope,
} from '../common/identity/identity.decorators.js';
import type { Identified } from './identity.record.js';
import { namedTier } from './account.js';
import { SessionAuthenticator } from './session/session-authenticator.service.js';
import { Reflector } from '@nestjs/core';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeyAuthenticator, type Authenticated } from '../api-keys/api-key-authenticator.service.js';

const name = 'bearer';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, name) {
  constructor(private readonly authenticator: ApiKeyAuthenticator) {
    super();
  }

  /**
   * Returns undefined for an invalid key. Passport gets only the header: otherwise it would also accept keys from the query or the body,
   * which can end up in logs, and would add methods to the request.
   */
  identify(token: string): Promise<Authenticated | undefined> {
    return new Promise((resolve, reject) => {
      const shown = { headers: { authorization: `Bearer ${token}` } } as Request;
      const decided = (error: Error | null, authenticated?: Authenticated | false | null) =>
        error ? reject(error) : resolve(authenticated || undefined);
      (passport.authenticate(name, {}, decided) as (shown: Request) => void)(shown);
    });
  }

  async validate(rawKey: string): Promise<Authenticated | false> {
    return (await this.authenticator.authenticate(rawKey)) ?? false;
  }
}

const maxRefusalsPerMinute = 300;

/**
 * Limits requests with an invalid credential by address, because each of them costs a lookup. Requests with a valid credential are
 * never counted here. The authentication guard calls it.
 */
@Injectable()
export class RefusalLimit extends LimitGuard {
  protected override subjectOf(context: ExecutionContext): Subject {
    const { address } = context.switchToHttp().getRequest<Request>();
    return { policy: 'refused', key: `address:refused:${networkOf(address)}`, limit: maxRefusalsPerMinute };
  }
}

/** Requires a credential, unless the route is `@Public`. A Bearer key takes precedence over a session cookie. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly bearer: BearerStrategy,
    private readonly sessions: SessionAuthenticator,
    private readonly refusals: RefusalLimit,
    private readonly planLimit: PlanLimitGuard,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (isPublic(context)) return true;
    return this.identify(context);
  }

  private async identify(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AdmittedRequest>();
    const { authorization } = request.headers;
    const isBearer = authorization !== undefined && /^bearer\b/i.test(authorization);
    const identified = isBearer
      ? await this.isBearer(request, authorization)
      : await this.sessions.authenticate(request, http.getResponse<Response>());
    if (!identified) {
      await this.refusals.canActivate(context);
      throw credentialError(authorization);
    }
    const { caller, taken, refusal } = identified;
    request.user = { ...caller, origin: originOf(request) };
    request.taken = taken;
    if (!refusal) return true;
    // A request with a valid credential is counted even if it is rejected.
    await this.planLimit.canActivate(context);
    throw refusal;
  }

  private async isBearer(request: Request, authorization: string): Promise<Identified | undefined> {
    const token = bearerTokenOf(authorization);
    const authenticated = token === undefined ? undefined : await this.bearer.identify(token);
    const named = namedTier(request);
    if (!authenticated || named === undefined) return authenticated;
    return { ...authenticated, refusal: tierRefusal(named, authenticated.caller) };
  }
}

const expectedHeader = 'Expected `Authorization: Bearer <key>`, where the key starts with `sk_live_` or `sk_test_`.';

/** States whether the `Authorization` header is missing, malformed, or well-formed with an invalid key. */
function credentialError(authorization: string | undefined): AppError {
  if (authorization === undefined) return new AppError('authentication_required');
  if (!/^bearer\b/i.test(authorization)) {
    const message = `The \`Authorization\` header is malformed: it does not start with \`Bearer\`. ${expectedHeader}`;
    return new AppError('authentication_required').withMessage(message);
  }
  if (/^sk_(live|test)_[0-9a-f]{64}$/i.test(bearerTokenOf(authorization) ?? ''))
    return new AppError('invalid_or_revoked_api_key');
  const message = `The \`Authorization\` header contains no well-formed API key. ${expectedHeader} 64 hexadecimal digits follow.`;
  return new AppError('invalid_or_revoked_api_key').withMessage(message);
}

/** A key belongs to one tier, so the header must name the same tier. */
function tierRefusal(named: Tier | AppError, { tier }: CredentialHolder): AppError | undefined {
  if (named instanceof AppError) return named;
  return named === tier ? undefined : new AppError('tier_mismatch', { tier });
}

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
