import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from './caller.js';
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

/** The caller, as the authentication guard left it on the request. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { user } = context.switchToHttp().getRequest<Request & { user?: Caller }>();
  if (!user) throw new Error('a route that needs a caller is public');
  return user;
});
