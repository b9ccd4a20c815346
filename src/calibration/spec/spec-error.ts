import { EngineError, type Issue } from '../../engine/engine-error.js';

/** A calibration spec that does not hold together; `issues` lists everything wrong with it. */
export class SpecError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super('invalid_spec', issues.map((issue) => `${issue.path || '(root)'}: ${issue.message}`).join('\n'), { issues });
    this.name = 'SpecError';
  }
}

/** What is wrong with one cell of the data. */
export interface DataIssue {
  /** Line of the file, the header being 1; 0 for the file as a whole. */
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** Data that do not say what the spec reads from them. */
export class DataError extends EngineError {
  constructor(readonly issues: readonly DataIssue[]) {
    super('invalid_data', issues.map(told).join('\n'), { issues });
    this.name = 'DataError';
  }
}

function told({ line, column, message }: DataIssue): string {
  const place = [line > 0 ? `line ${line}` : '', column ? `column ${column}` : ''].filter(Boolean).join(', ');
  return place ? `${place}: ${message}` : message;
}

/** Collects what is wrong with the data, and stops early: a file wrong in one line is often wrong in all. */
export class DataIssues {
  private readonly issues: DataIssue[] = [];
  private static readonly MOST = 20;

  add(line: number, column: string, message: string): void {
    this.issues.push({ line, column, message });
    if (this.issues.length >= DataIssues.MOST) {
      throw new DataError([...this.issues, { line: 0, column: '', message: 'and perhaps more: reading stopped here' }]);
    }
  }

  /** @throws DataError where anything was added */
  throwAny(): void {
    if (this.issues.length > 0) throw new DataError(this.issues);
  }
}
