import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { LimitGuard, type Subject } from './limit.guard.js';

const maxRefusalsPerMinute = 300;

/**
 * Counts, for each address, the requests whose credential was refused: every one of them costs a look-up. Who sends a good
 * credential is never counted here. Asked by the authentication guard, since only it knows.
 */
@Injectable()
export class RefusalLimit extends LimitGuard {
  protected override async subjectOf(context: ExecutionContext): Promise<Subject> {
    const address = await this.getTracker(context.switchToHttp().getRequest<Request>());
    return { policy: 'refused', key: `address:refused:${address}`, limit: maxRefusalsPerMinute };
  }
}
