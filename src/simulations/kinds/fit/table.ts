import { intervalColumns, number, tableOf, text, type TableColumn } from '../../tables/table.js';
import type { FitResult } from './result.schema.js';

interface FitRow {
  kind: 'estimate' | 'effect' | 'held_out' | 'baseline' | 'calibration';
  id: string;
  label: string;
  unit?: string | null;
  value: number;
  interval: readonly [number, number] | null;
  missing_parts?: readonly string[];
  standard_error?: number | null;
  z?: number | null;
  p?: number | null;
  predicted?: number | null;
  observed?: number | null;
}

/** One row for each number of a fit: estimates, effects, and observed values with their predictions. */
export function fitTable({ id, result }: { id: string; result: FitResult }): TableColumn[] {
  const { estimates, effects, held_out: heldOut, baseline, calibration_plot: plots } = result;
  const rows: FitRow[] = [
    ...estimates.map(({ coefficient, estimate, ...own }) => {
      return { kind: 'estimate' as const, id: coefficient, ...own, value: estimate };
    }),
    ...effects.map(({ parameter, label, unit, simulated, interval, missing_parts }) => {
      return { kind: 'effect' as const, id: parameter, label, unit, value: simulated, interval, missing_parts };
    }),
    ...heldOut.figures.map(({ observed, ...own }) => ({
      kind: 'held_out' as const,
      ...own,
      value: observed,
      observed,
    })),
    ...(baseline?.figures ?? []).map(({ observed, simulated, ...own }) => {
      return { kind: 'baseline' as const, ...own, value: simulated, observed };
    }),
    ...plots.flatMap(({ points, ...figure }) =>
      points.map(({ observed, predicted, interval }) => {
        return { kind: 'calibration' as const, ...figure, value: observed, interval, observed, predicted };
      }),
    ),
  ];
  return tableOf(rows, [
    text('fit_id', () => id),
    text('kind', ({ kind }) => kind),
    text('id', (row) => row.id),
    text('label', ({ label }) => label),
    text('unit', ({ unit }) => unit),
    intervalColumns<FitRow>('value', ({ value, interval }) => ({
      value,
      interval: interval as [number, number] | null,
    })),
    text('value_missing_parts', ({ missing_parts: parts }) => parts?.join(' ')),
    number('standard_error', (row) => row.standard_error),
    number('z', ({ z }) => z),
    number('p', ({ p }) => p),
    number('observed', ({ observed }) => observed),
    number('predicted', ({ predicted }) => predicted),
  ]);
}
