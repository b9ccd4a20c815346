import { errorLines } from './error-lines.js';

type Step = () => void | Promise<void>;

/** Steps that undo a start. They run once, in reverse order, also if {@link run} is called several times. */
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

  /** Runs all steps, also after one has failed. Then throws their errors. */
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

/** Stops a part after an error. Logs an error of the stop itself, so that it does not replace the first error. */
export async function stopAfterFailure(part: { stop(): Promise<void> }, log: (line: string) => void): Promise<void> {
  try {
    await part.stop();
  } catch (error) {
    for (const line of errorLines(error)) log(`While stopping: ${line}`);
  }
}
