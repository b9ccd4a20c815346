import { epochMs, type MeasuredPeriod } from '../platform/tracing/measured-period.js';

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
