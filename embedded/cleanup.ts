import { errorLines } from './error-lines.js';

type Step = () => void | Promise<void>;

/** What has been started, to be undone from the last to the first, once, however often it is asked for. */
export class Cleanup {
  private readonly steps: Step[] = [];
  private done: Promise<void> | undefined;

  add(step: Step): void {
    this.steps.push(step);
  }

  run(): Promise<void> {
    this.done ??= this.undo();
    return this.done;
  }

  /** A step that fails keeps none of the others from being done. */
  private async undo(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.steps.reverse()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several parts did not stop');
  }
}

/** Stops what is of no use after an error; that this fails too is told, and hides nothing. */
export async function stopAfterFailure(what: { stop(): Promise<void> }, log: (line: string) => void): Promise<void> {
  try {
    await what.stop();
  } catch (error) {
    for (const line of errorLines(error)) log(`While stopping: ${line}`);
  }
}
