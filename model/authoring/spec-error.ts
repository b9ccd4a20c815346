import { EngineError, type Issue } from '../definition.js';

/** A spec that does not fit its data; `issues` lists every problem with its fix. */
export class SpecError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super('invalid_spec', issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n'), {
      issues,
    });
    this.name = 'SpecError';
  }
}

/** Collects the problems of a spec. */
export class SpecIssues {
  private readonly issues: Issue[] = [];

  /** Returns undefined, so that a function without a result can return it. */
  add(path: string, message: string): undefined {
    if (!this.issues.some((issue) => issue.path === path && issue.message === message))
      this.issues.push({ path, message });
  }

  /** @throws SpecError if there are problems */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new SpecError(this.issues);
  }
}
