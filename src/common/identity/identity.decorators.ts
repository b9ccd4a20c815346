import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { perRoute } from '../http/documented.decorators.js';
import type { Caller, Origin, PublicScope } from './caller.js';

export const PUBLIC = 'public';
export const REQUIRED_SCOPE = 'required_scope';

/** Allows requests without a credential. All other routes require one. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Whether a route, or its controller, is `@Public`. */
export const isPublic = perRoute((context) =>
  [context.getHandler(), context.getClass()].some((target) => Reflect.getMetadata(PUBLIC, target) === true),
);

/** What a route requires: scopes, any credential, or a session of an owner. */
export type RequiredScope = readonly PublicScope[] | 'none' | 'owner';

/**
 * The scopes that a route requires, or `'none'` if any credential is accepted. A route that shows or uses what another route reads requires
 * the scope of that route too. A route without this decorator rejects all requests.
 */
export const RequireScope = (...scopes: PublicScope[] | ['none']) =>
  SetMetadata(REQUIRED_SCOPE, scopes[0] === 'none' ? 'none' : scopes);

/** A route that only a session of an owner can use. It replaces {@link RequireScope}: API keys do not manage users. */
export const RequireOwner = () => SetMetadata(REQUIRED_SCOPE, 'owner');

export const originOf = ({ id, address }: Request): Origin => ({ requestId: id, address });

/** The origin of the request, for public routes that record it. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

/** The caller that the authentication guard attached to the request. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  if (!user) throw new Error('a route that needs a caller is public');
  return user;
});

/**
 * The token of an `Authorization` header with the scheme Bearer, which any case and any spaces may follow (RFC 9110, 11.4). Undefined for
 * another scheme or a token with spaces.
 */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  /^bearer[ \t]+([^\s]+)$/i.exec(authorization ?? '')?.[1];
