import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from './address-limit.guard.js';
import { LimitGuard, type Subject } from './limit.guard.js';

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
