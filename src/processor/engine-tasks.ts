import { Piscina } from 'piscina';
import type { Tier } from '../common/identity/tier.js';

/** The types of Piscina for a task queue and its tasks. */
type TaskQueue = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue']>;
type Task = Parameters<TaskQueue['push']>[0];

/** While both tiers wait, one task in four belongs to the sandbox tier, so that the live tier comes first but never blocks it. */
const sandboxShare = 4;

/** Tasks that wait for a thread: the live tier before the sandbox tier, and each tier in order of arrival. */
export class EngineTasks implements TaskQueue {
  private readonly waiting: Record<Tier, Task[]> = { live: [], sandbox: [] };
  private consecutiveLive = 0;

  get size(): number {
    return this.waiting.live.length + this.waiting.sandbox.length;
  }

  push(task: Task): void {
    this.waiting[tierOf(task)].push(task);
  }

  remove(task: Task): void {
    const tier = tierOf(task);
    this.waiting[tier] = this.waiting[tier].filter((other) => other !== task);
  }

  shift(): Task | null {
    const { live, sandbox } = this.waiting;
    const sandboxIsNext = sandbox.length > 0 && (live.length === 0 || this.consecutiveLive >= sandboxShare - 1);
    this.consecutiveLive = sandboxIsNext || sandbox.length === 0 ? 0 : this.consecutiveLive + 1;
    return (sandboxIsNext ? sandbox : live).shift() ?? null;
  }
}

/** Adds the tier for the task queue. It is not sent to the thread. */
export function ofTier<T extends object>(task: T, tier: Tier): T {
  return { ...task, [Piscina.queueOptionsSymbol]: { tier } };
}

function tierOf(task: Task): Tier {
  const { [Piscina.queueOptionsSymbol]: options } = task as unknown as Record<symbol, { tier: Tier } | null>;
  return options?.tier ?? 'live';
}
