import { DataTable, type Column } from '../components/data-table';
import { formatNumber } from '../format/numbers';
import { budgetText, type BudgetPart, type ErrorBudget } from './error-budget';
import type { CaseStudy } from './figure';

/** A standard error in the unit of the figure. */
function errorText(unit: string, error: number | null): string {
  if (error === null) return 'unknown';
  return unit === 'share' ? `${(error * 100).toFixed(2)} points` : `${formatNumber(error)} ${unit}`.trim();
}

const columnsOf = (unit: string): Column<BudgetPart>[] => [
  { id: 'label', header: 'Part', cell: ({ label }) => <strong>{label}</strong> },
  { id: 'error', header: 'Standard error', numeric: true, cell: ({ error }) => errorText(unit, error) },
  {
    id: 'weight',
    header: 'Share of the squared error',
    cell: ({ error, weight }) =>
      error === null ? (
        <span className="muted">not in the interval</span>
      ) : (
        <span className="result-bar-row">
          <span className="result-bar" aria-hidden="true">
            <span style={{ width: `${weight * 100}%` }} />
          </span>
          <span className="number">{Math.round(weight * 100)}%</span>
        </span>
      ),
  },
  { id: 'text', header: 'Where it comes from', cell: ({ text }) => <span className="result-cell-text">{text}</span> },
];

interface ErrorBudgetTableProps {
  caption: string;
  budget: ErrorBudget;
  unit: string;
}

export function ErrorBudgetTable({ caption, budget, unit }: ErrorBudgetTableProps) {
  return <DataTable caption={caption} columns={columnsOf(unit)} rows={budget.parts} rowKey={({ id }) => id} />;
}

interface ErrorBudgetNotesProps {
  budget: ErrorBudget;
  /** Other budgets below these notes, with the names of their figures. */
  others?: readonly { label: string; budget: ErrorBudget }[];
  model: CaseStudy;
}

/** Which errors an interval contains, and which are missing. */
export function ErrorBudgetNotes({ budget, others = [], model }: ErrorBudgetNotesProps) {
  const words = budgetText(budget, others);
  const { sample, collected } = model.evidence.data;
  return (
    <ul className="result-list">
      <li>{words.contains}</li>
      <li>{words.missing}</li>
      <li>
        No interval contains the difference between the data and your time, country and population. The data:{' '}
        <span dir="auto">
          {sample.replace(/\.$/, '')} ({collected}).
        </span>
      </li>
    </ul>
  );
}
