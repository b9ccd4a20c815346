/** How many attempts a lane of which nothing is known may have under way. */
const initialWindow = 2;
const maxWindow = 32;

/**
 * What this worker has under way in one lane. Its window opens by one with each delivery that gets through and closes with each that does not: a
 * receiver that is fast gets much at once, one that hangs holds up one attempt.
 */
export class Lane {
  /** Attempts, and what is kept free for a claim that is being made. */
  active = 0;
  claiming = false;
  /** Something may be due that was not claimed. */
  mayHaveMore = true;
  private window = initialWindow;

  /** How many more attempts may begin now. */
  capacity(): number {
    return Math.max(0, this.window - this.active);
  }

  succeeded(): void {
    this.window = Math.min(maxWindow, this.window + 1);
  }

  failed(responded: boolean): void {
    this.window = responded ? Math.max(1, this.window >> 1) : 1;
  }

  /** Whether there is nothing that would be worth remembering. */
  isIdle(): boolean {
    return this.active === 0;
  }
}
