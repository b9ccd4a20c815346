import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isLoopback, networkOf } from '../platform/rate-limit/client-network.js';
import { browserName } from './browser/browser-name.js';

/** The client of a sign-in, before it has an identity. */
export interface Visitor {
  /** The network address. */
  address: string;
  /** The name of the browser, such as `Firefox on Linux`. */
  browser: string;
  /** The `Cookie` header. */
  cookies: string | undefined;
}

/** The client of a route that signs in. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const { address, headers } = context.switchToHttp().getRequest<Request>();
  return { address, browser: browserName(headers['user-agent']), cookies: headers.cookie };
});

/**
 * The owner of work for a visitor, see `ConcurrencyLimit`. The network, because a visitor chooses any email address and has no organization.
 * Undefined for a client on the same machine, for example the tests.
 */
export const networkOfVisitor = ({ address }: Visitor): string | undefined =>
  isLoopback(address) ? undefined : networkOf(address);
