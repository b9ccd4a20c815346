import { isApiFailure } from '../../api/api-failure';
import { Notice } from '../../components/notice';
import { formatCount } from '../../format/numbers';

export interface RowProblem {
  /** Path in the response: `rows.3.Sex`. */
  path: string;
  message: string;
}

/** The problems of a file that belong to a row. */
export function rowProblems(error: unknown): RowProblem[] {
  const issues = (isApiFailure(error) && error.meta.issues) || [];
  return issues.filter(({ path }) => path.startsWith('rows.'));
}

/** `rows.3.Sex` in words. */
export function placeOf(path: string): string {
  const [, row = '', column = ''] = /^rows\.(\d+)(?:\.(.*))?$/s.exec(path) ?? [];
  return column === '' ? `Row ${row}` : `Row ${row}, column “${column}”`;
}

interface RowProblemsProps {
  problems: readonly RowProblem[];
  /** Number of all problems of the file. */
  total: number;
}

/** What to correct in the file, by row. */
export function RowProblems({ problems, total }: RowProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice kind="bad" title={`${formatCount(Math.max(total, problems.length))} problems in the rows`}>
      <p>Rows are counted without the header. Nothing was stored.</p>
      <ul className="populations-problems">
        {problems.map(({ path, message }) => (
          <li key={path + message} dir="auto">
            {placeOf(path)}: {message}
          </li>
        ))}
      </ul>
      {total > problems.length && <p>These are the first {problems.length}.</p>}
    </Notice>
  );
}
