import type { components } from '../../api/generated/schema';

export type Goal = components['schemas']['Goal'];
export type GoalResult = components['schemas']['GoalResult'];
export type CompletedGoal = Goal & { result: GoalResult };
/** What an objective or a constraint is about. */
export type Quantity = Pick<Goal['objective'], 'share' | 'measure' | 'values'>;

export const isUnfinished = ({ status }: Pick<Goal, 'status'>) => status === 'queued' || status === 'running';

export const goalKey = (id: string) => ['goals', 'one', id] as const;
