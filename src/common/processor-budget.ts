import { AsyncLocalStorage } from 'node:async_hooks';
import type { Priority } from '../config/plans.js';

/**
 * The processor time that an organization may use outside the queue of simulations. Threads and child processes charge their work to the
 * budget of the request that they work for, so that no computation needs code of its own for it.
 */
export interface ProcessorBudget {
  /** The place of the work in queues. */
  priority(): Promise<Priority>;
  /** Throws `AppError` `processor_limit_reached` if the budget is used up. */
  require(): Promise<void>;
  /** Never throws: the work is complete. */
  charge(usedMs: number): Promise<void>;
}

const current = new AsyncLocalStorage<ProcessorBudget>();

/** Charges the computations of `work` to the budget. */
export const withBudget = <Result>(budget: ProcessorBudget, work: () => Result): Result => current.run(budget, work);

/** The budget of the request. Undefined for unauthenticated clients, operators, and work of the service itself. */
export const currentBudget = (): ProcessorBudget | undefined => current.getStore();

/**
 * Call it when a computation of the request has its turn, because others of the same organization can have used the budget while it waited.
 * Throws `AppError` `processor_limit_reached`.
 */
export const requireBudget = async (): Promise<void> => currentBudget()?.require();
