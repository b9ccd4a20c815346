import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The client of a sign-in, before it has an identity. */
export interface Visitor {
  /** The network address. */
  address: string;
}

/** The client of a public route that signs in. */
export const CurrentVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const { ip = '' } = context.switchToHttp().getRequest<Request>();
  return { address: ip };
});
