import { Piscina } from 'piscina';
import { priorities, type Priority } from '../config/plans.js';
import type { Tier } from '../common/identity/caller.js';
import type { TaskQueue } from '../common/thread.js';
import { epochMs, type MeasuredPeriod } from '../platform/tracing/spans.js';

type Task = Parameters<TaskQueue['push']>[0];

/** The properties of a task that determine its place in the queue. */
export interface QueuePlace {
  tier: Tier;
  priority: Priority;
}

/** While both tiers wait, one task in four belongs to the sandbox tier, so that the live tier comes first but never blocks it. */
const sandboxShare = 4;

/**
 * Tasks that wait for a thread, those of the first priority first. Among equal priorities, the live tier comes before the sandbox tier, and
 * each tier runs in order of arrival.
 */
export class EngineTasks implements TaskQueue {
  private readonly waiting = priorities.map(() => new TierTasks());

  get size(): number {
    return this.waiting.reduce((sum, { size }) => sum + size, 0);
  }

  push(task: Task): void {
    this.tasksOf(task).push(task);
  }

  remove(task: Task): void {
    this.tasksOf(task).remove(task);
  }

  shift(): Task | null {
    return this.waiting.find(({ size }) => size > 0)?.shift() ?? null;
  }

  private tasksOf(task: Task): TierTasks {
    return this.waiting[priorities.indexOf(placeOf(task).priority)]!;
  }
}

class TierTasks {
  private readonly waiting: Record<Tier, Task[]> = { live: [], sandbox: [] };
  private consecutiveLive = 0;

  get size(): number {
    return this.waiting.live.length + this.waiting.sandbox.length;
  }

  push(task: Task): void {
    this.waiting[placeOf(task).tier].push(task);
  }

  remove(task: Task): void {
    const { tier } = placeOf(task);
    this.waiting[tier] = this.waiting[tier].filter((other) => other !== task);
  }

  shift(): Task | null {
    const { live, sandbox } = this.waiting;
    const sandboxIsNext = sandbox.length > 0 && (live.length === 0 || this.consecutiveLive >= sandboxShare - 1);
    this.consecutiveLive = sandboxIsNext || sandbox.length === 0 ? 0 : this.consecutiveLive + 1;
    return (sandboxIsNext ? sandbox : live).shift() ?? null;
  }
}

/** Adds the place for the task queue. It is not sent to the thread. */
export function inQueue<T extends object>(task: T, place: QueuePlace): T {
  return { ...task, [Piscina.queueOptionsSymbol]: place };
}

function placeOf(task: Task): QueuePlace {
  const { [Piscina.queueOptionsSymbol]: place } = task as unknown as Record<symbol, QueuePlace | null>;
  return place ?? { tier: 'live', priority: 'paying' };
}

/** Measures the stages of a run in an engine thread. The times of a repeated stage are added up, so that a run has few spans. */
export class StageClock {
  private readonly startMs = epochMs();
  private lastMs = this.startMs;
  private readonly durationsMs = new Map<string, number>();

  /** The time since the end of the stage before belongs to this stage. */
  end(stage: string): void {
    const nowMs = epochMs();
    this.durationsMs.set(stage, (this.durationsMs.get(stage) ?? 0) + nowMs - this.lastMs);
    this.lastMs = nowMs;
  }

  /** One period for each stage, one after the other. */
  periods(): MeasuredPeriod[] {
    let endMs = this.startMs;
    return [...this.durationsMs].map(([stage, durationMs]) => {
      const startMs = endMs;
      endMs += durationMs;
      return { name: `engine.${stage}`, startMs, endMs };
    });
  }
}
