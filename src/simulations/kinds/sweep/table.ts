import type { Child } from '../../run.kind.js';
import type { FiguresRecord } from '../../summary.schema.js';
import { count, estimateColumns, number, tableOf, text, type ColumnOf, type TableColumn } from '../../tables/table.js';
import type { SweptParameter } from './request.schema.js';

export interface SweepPointResult extends Child {
  readonly values: Readonly<Record<string, number | string>>;
}

export interface SweepResult {
  readonly points: readonly SweepPointResult[];
}

type Row = SweepPointResult & { readonly figures: readonly ReturnType<typeof figuresOf>[number][] };

/**
 * Returns a sweep as a table with one row per point: the values of the parameters, the method of the intervals, and the shares and means with
 * their intervals, errors and differences from the baseline. Cells of points without results, and of unknown errors, are null.
 */
export function sweepTable(parameters: readonly SweptParameter[], { points }: SweepResult): TableColumn[] {
  const rows = points.map((point): Row => ({ ...point, figures: point.summary ? figuresOf(point.summary) : [] }));
  // All points have the same figures.
  const figures = rows.find(({ summary }) => summary !== null)?.figures ?? [];
  const hasTargets = figures[0]?.errors.targets !== undefined;
  return tableOf(rows, [
    count('point', ({ index }) => index),
    text('simulation_id', ({ id }) => id),
    text('status', ({ status }) => status),
    parameters.map(({ name, values }): ColumnOf<Row> => ({
      name: `parameter.${name}`,
      type: values.some((value) => typeof value === 'string') ? 'STRING' : 'DOUBLE',
      cellOf: (point) => point.values[name],
    })),
    number('interval_level', ({ summary }) => summary?.uncertainty.level),
    text('interval_method', ({ summary }) => summary?.uncertainty.method),
    text('interval_shares', ({ summary }) => summary?.uncertainty.shares),
    count('interval_parameter_draws', ({ summary }) => summary?.uncertainty.parameter_draws),
    count('interval_replicates', ({ summary }) => summary?.uncertainty.replicates),
    figures
      .flatMap(({ id, kind }, k) =>
        [
          ...estimateColumns<Row>(kind, (row) => row.figures[k]),
          ...estimateColumns<Row>('difference', (row) => row.figures[k]?.change),
        ].map((column) => ({ ...column, name: `${column.name}.${id}` })),
      )
      .filter(({ name }) => hasTargets || !name.includes('_targets_error.')),
  ]);
}

function figuresOf({ outcomes, outcome_groups, measures }: FiguresRecord) {
  return [
    ...[...outcomes, ...outcome_groups].map((own) => ({ ...own, kind: 'share', value: own.share })),
    ...measures.map((own) => ({ ...own, kind: 'mean', value: own.mean })),
  ].map(({ id, kind, value, interval, errors, ...own }) => ({
    ...{ id, kind, value, interval, errors },
    change: { value: own.difference, interval: own.difference_interval, errors: own.difference_errors },
  }));
}
