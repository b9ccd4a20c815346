import { EngineError, type Issue } from '../../engine/definition.js';

/** Invalid calibration recipe; `issues` lists every problem. */
export class RecipeError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super('invalid_recipe', issues.map((issue) => `${issue.path || '(root)'}: ${issue.message}`).join('\n'), {
      issues,
    });
    this.name = 'RecipeError';
  }
}

/** Problem of one cell of the data. */
export interface DataIssue {
  /** Line of the file, with the header at 1; 0 for the whole file. */
  readonly line: number;
  readonly column: string;
  readonly message: string;
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

function issueText({ line, column, message }: DataIssue): string {
  const place = [line > 0 ? `line ${line}` : '', column ? `column ${column}` : ''].filter(Boolean).join(', ');
  return place ? `${place}: ${message}` : message;
}

/** Collects problems of the data and stops at a limit, because a problem in one line often repeats in all lines. */
export class DataIssues {
  private readonly issues: DataIssue[] = [];
  private static readonly maxIssues = 20;

  add(line: number, column: string, message: string): void {
    this.issues.push({ line, column, message });
    if (this.issues.length >= DataIssues.maxIssues) {
      throw new DataError([
        ...this.issues,
        { line: 0, column: '', message: 'reading stopped here; there can be more problems' },
      ]);
    }
  }

  /** @throws DataError if there are issues */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new DataError(this.issues);
  }
}
