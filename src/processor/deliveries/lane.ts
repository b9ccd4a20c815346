/** Maximum concurrent attempts of a new lane. */
const initialWindow = 2;
const maxWindow = 32;

/**
 * The active attempts of this worker in one lane. The window, their maximum, grows by one with each success and shrinks with each failure.
 * A fast receiver gets many concurrent attempts, and an unresponsive one blocks only one attempt.
 */
export class Lane {
  /** Active attempts, and the attempts that are reserved for a running claim. */
  active = 0;
  claiming = false;
  /** There may be due deliveries that are not claimed. */
  mayHaveMore = true;
  private window = initialWindow;

  /** The number of attempts that can start now. */
  capacity(): number {
    return Math.max(0, this.window - this.active);
  }

  succeeded(): void {
    this.window = Math.min(maxWindow, this.window + 1);
  }

  failed(responded: boolean): void {
    this.window = responded ? Math.max(1, this.window >> 1) : 1;
  }

  /** Returns whether the lane can be forgotten. */
  isIdle(): boolean {
    return this.active === 0;
  }
}
