import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { tap, type Observable } from 'rxjs';
import { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { callerFields, callerOf, requestFields, targetFields } from './request-log.js';
import { SecurityLog } from './security-log.service.js';

type Describe = (request: Request, response: unknown, log: SecurityLog) => void;

const DESCRIBE = 'describe_security_event';

/** Writes the security event of a route after its success. Failures are events of {@link logRefusal}. */
@Injectable()
export class SecurityEventInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly log: SecurityLog,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const describe = this.reflector.get<Describe>(DESCRIBE, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    const write = (result: unknown) => describe(request, result instanceof Reply ? result.data : result, this.log);
    return next.handle().pipe(tap(write));
  }
}

const logs = (describe: Describe) =>
  applyDecorators(SetMetadata(DESCRIBE, describe), UseInterceptors(SecurityEventInterceptor));

interface SignedIn {
  user: { user_id: string; email: string };
  organization_id: string;
}

/** For routes that return the identity of a user who signed in. */
export const LogsSignIn = (signIn: 'link' | 'password' | 'sign_up') =>
  logs((request, response, log) => writeSignIn(request, response as SignedIn, { log, signIn }));

/** For the route that sets a password with a sign-in link. */
export const LogsPasswordReset = () =>
  logs((request, response, log) => {
    const { user, organization_id } = response as SignedIn;
    writeSignIn(request, response as SignedIn, { log, signIn: 'link' });
    log.write('password.changed', { ...eventFields(request), user_id: user.user_id, organization_id });
  });

export const LogsPasswordChange = () =>
  logs((request, _, log) => {
    log.write('password.changed', { ...eventFields(request), ...userFields(request) });
  });

/** For routes that end sessions of the caller and return their number, or `true` for one. */
export const LogsEndedSessions = () =>
  logs((request, response, log) => {
    const { ended } = response as { ended: number | true };
    const sessions = ended === true ? 1 : ended;
    log.write('session.ended', { ...eventFields(request), ...userFields(request), sessions });
  });

export const LogsLinkRequest = () =>
  logs((request, _, log) => {
    const { email } = request.body as { email: string };
    log.write('sign_in.link_requested', { ...requestFields(request), email_hash: log.emailHash(email) });
  });

/** For routes whose response contains a secret. The subject is the created or named object, or the organization. */
export const LogsSecretRead = () =>
  logs((request, response, log) => {
    const caller = requiredCallerOf(request);
    const { key_id: keyId, id } = response as { key_id?: string; id?: string };
    const fields = { ...requestFields(request), ...callerFields(caller), ...targetFields(request) };
    log.write('secret.read', { ...fields, subject: keyId ?? id ?? subjectInPath(request) ?? caller.organizationId });
  });

export const LogsRedelivery = () =>
  logs((request, _, log) => {
    const caller = requiredCallerOf(request);
    const fields = { ...requestFields(request), ...callerFields(caller) };
    log.write('webhook.redelivered', { ...fields, subject: subjectInPath(request) ?? null });
  });

function writeSignIn(
  request: Request,
  { user: { user_id, email }, organization_id }: SignedIn,
  { log, signIn }: { log: SecurityLog; signIn: string },
): void {
  const fields = { sign_in: signIn, email_hash: log.emailHash(email), user_id, organization_id };
  log.write('sign_in.succeeded', { ...requestFields(request), ...fields });
}

const eventFields = (request: Request) => ({ ...requestFields(request), ...targetFields(request) });

function userFields(request: Request) {
  const { user_id, organization_id } = callerFields(requiredCallerOf(request));
  return { user_id, organization_id };
}

function requiredCallerOf(request: Request): Caller {
  const caller = callerOf(request);
  if (!caller) throw new Error('a route that logs its caller is public');
  return caller;
}

const subjectInPath = ({ params }: Request) => Object.values(params).map(String).at(-1);
