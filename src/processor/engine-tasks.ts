import { Piscina } from 'piscina';
import type { Tier } from '../common/identity/tier.js';

/** Piscina's words for a task that waits for a thread and for the queue it waits in. */
type TaskQueue = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['taskQueue']>;
type Task = Parameters<TaskQueue['push']>[0];

/** Of so many tasks that get a thread while both tiers wait, one is of the sandbox: live goes first, and the sandbox is never left standing. */
const sandboxShare = 4;

/** What waits for a thread: live before sandbox, and within a tier in order. */
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

/** How a task says of which tier it is; the thread does not get to see it. */
export function ofTier<T extends object>(task: T, tier: Tier): T {
  return { ...task, [Piscina.queueOptionsSymbol]: { tier } };
}

function tierOf(task: Task): Tier {
  const { [Piscina.queueOptionsSymbol]: options } = task as unknown as Record<symbol, { tier: Tier } | null>;
  return options?.tier ?? 'live';
}
