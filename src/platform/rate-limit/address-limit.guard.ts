import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isPublic } from '../../common/identity/identity.decorators.js';
import { networkOf } from './client-network.js';
import { LimitGuard, type Subject } from './limit.guard.js';
import { ADDRESS_LIMIT, type AddressLimit } from './rate-limit.decorators.js';

/** For public routes without a limit of their own. */
const defaultLimit: AddressLimit = { name: 'public', perMinute: 300 };

/** Limits public routes by the address of the caller (for IPv6, by its /64 network). Runs before authentication. */
@Injectable()
export class AddressLimitGuard extends LimitGuard {
  protected override subjectOf(context: ExecutionContext): Subject | undefined {
    if (!isPublic(context)) return undefined;
    const targets = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<Request>();
    const limit = this.reflector.getAllAndOverride<AddressLimit | null | undefined>(ADDRESS_LIMIT, targets);
    if (limit === null) return undefined;
    const { name, perMinute } = limit ?? defaultLimit;
    return { policy: name, key: `address:${name}:${networkOf(request.address)}`, limit: perMinute };
  }
}
