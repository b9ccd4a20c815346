/** How many attempts a lane of which nothing is known may have under way. */
const firstWindow = 2;
const largestWindow = 32;

/**
 * What this worker has under way in one lane. Its window opens by one with each delivery that gets through and closes with each that does not: a
 * receiver that is fast gets much at once, one that hangs holds up one attempt.
 */
export class Lane {
  /** Attempts, and what is kept free for a claim that is being made. */
  underWay = 0;
  claiming = false;
  /** Something may be due that was not claimed. */
  mayHaveMore = true;
  private window = firstWindow;
  private heldUntilMs = 0;

  /** How many more attempts may begin now. */
  room(nowMs: number): number {
    return nowMs < this.heldUntilMs ? 0 : Math.max(0, this.window - this.underWay);
  }

  succeeded(): void {
    this.window = Math.min(largestWindow, this.window + 1);
  }

  /** @param holdMs how long the receiver asks to be left alone */
  failed(answered: boolean, nowMs: number, holdMs: number): void {
    this.window = answered ? Math.max(1, this.window >> 1) : 1;
    this.heldUntilMs = Math.max(this.heldUntilMs, nowMs + holdMs);
  }

  /** Whether there is nothing that would be worth remembering. */
  isIdle(nowMs: number): boolean {
    return this.underWay === 0 && nowMs >= this.heldUntilMs;
  }
}
