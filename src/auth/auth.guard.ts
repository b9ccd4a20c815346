import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError } from '../common/errors/app-error.js';
import { bearerTokenOf } from '../common/http/bearer.js';
import type { CredentialHolder, Tier } from '../common/identity/caller.js';
import { isPublic, originOf } from '../common/identity/identity.decorators.js';
import { PlanLimitGuard, type AdmittedRequest } from '../platform/rate-limit/plan-limit.guard.js';
import { RefusalLimit } from '../platform/rate-limit/refusal-limit.service.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { Identified } from './identity.record.js';
import { namedTier } from './account.js';
import { SessionAuthenticator } from './session/session-authenticator.service.js';

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
