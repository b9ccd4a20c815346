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

  throwIfAny(): void {
    if (this.issues.length > 0) throw new SpecError(this.issues);
  }
}

/** Problem of cells of the data: one for each column and message. */
interface DataIssue {
  /** First line of the file with the problem, with the header at 1; 0 for the whole file. */
  readonly line: number;
  readonly column: string;
  readonly message: string;
  readonly count?: number;
}

/** Data that the recipe cannot read; `issues` lists the problems. */
export class DataError extends EngineError {
  constructor(readonly issues: readonly DataIssue[]) {
    super('invalid_data', issues.map(issueText).join('\n'), { issues });
    this.name = 'DataError';
  }
}

/** Fit of another program that lacks something that the recipe names. */
export class ReferenceFitError extends DataError {
  constructor(message: string) {
    super([{ line: 0, column: '', message }]);
    this.name = 'ReferenceFitError';
  }
}

function issueText({ line, column, message, count = 1 }: DataIssue): string {
  const more = count > 1 ? ` and ${(count - 1).toLocaleString('en-US')} more` : '';
  const place = [line > 0 ? `line ${line}${more}` : '', column ? `column ${column}` : ''].filter(Boolean).join(', ');
  return place ? `${place}: ${message}` : message;
}

const maxIssues = 20;

/** Collects problems of the data: one message for all rows with the same problem. Stops at a limit of different ones. */
export class DataIssues {
  private readonly issues = new Map<string, DataIssue>();

  add(line: number, column: string, message: string): void {
    const key = JSON.stringify([column, message]);
    const known = this.issues.get(key);
    this.issues.set(key, known ? { ...known, count: (known.count ?? 1) + 1 } : { line, column, message });
    if (this.issues.size >= maxIssues) {
      throw new DataError([
        ...this.issues.values(),
        { line: 0, column: '', message: 'reading stopped here; there can be more problems' },
      ]);
    }
  }

  throwIfAny(): void {
    if (this.issues.size > 0) throw new DataError([...this.issues.values()]);
  }
}
