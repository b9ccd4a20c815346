import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller, Origin } from './caller.js';
import type { PublicScope } from './scopes.js';

export const PUBLIC = 'public';
export const REQUIRED_SCOPE = 'required_scope';

/** Opens a route to callers without a credential. Everything else is closed. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Whether a route, or its controller, is `@Public`. */
export function isPublic(context: ExecutionContext): boolean {
  return [context.getHandler(), context.getClass()].some((target) => Reflect.getMetadata(PUBLIC, target) === true);
}

/** The scope a credential needs for the route; `'none'` where any credential will do. A route that says neither is refused. */
export const RequireScope = (scope: PublicScope | 'none') => SetMetadata(REQUIRED_SCOPE, scope);

export const originOf = ({ id, ip = '' }: Request): Origin => ({ requestId: id, address: ip });

/** For public routes that write down who asked. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin =>
  originOf(context.switchToHttp().getRequest<Request>()),
);

/** The caller, as the authentication guard left it on the request. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  if (!user) throw new Error('a route that needs a caller is public');
  return user;
});
