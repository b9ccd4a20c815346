import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { withBudget } from '../../common/processor-budget.js';
import type { AdmittedRequest } from '../rate-limit/plan-limit.guard.js';
import { OrganizationBudgets } from './organization-budgets.service.js';

/** Charges the computations of a request to the budget of its organization. Runs after the guards, which identify the caller. */
@Injectable()
export class ProcessorBudgetInterceptor implements NestInterceptor {
  constructor(private readonly budgets: OrganizationBudgets) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user: caller } = context.switchToHttp().getRequest<AdmittedRequest>();
    return caller ? withBudget(this.budgets.of(caller), () => next.handle()) : next.handle();
  }
}
