import type { FiguresRecord } from '../summary.schema.js';
import { estimateColumns, intervalColumns, tableOf, text, type Estimate, type TableColumn } from './table.js';

interface FigureRow {
  kind: 'outcome' | 'outcome_group' | 'measure';
  id: string;
  label: string;
  unit?: string;
  value: Estimate;
  baseline: Estimate;
  difference: Estimate;
}

/** One row for each outcome, outcome group and measure. */
export function figuresTable({ outcomes, outcome_groups, measures }: FiguresRecord): TableColumn[] {
  const shares = [
    ...outcomes.map((own) => ({ ...own, kind: 'outcome' as const })),
    ...outcome_groups.map((own) => ({ ...own, kind: 'outcome_group' as const })),
  ].map(({ share, baseline_share: baseline, ...own }) => ({ ...own, value: share, baseline }));
  const means = measures.map(({ mean, baseline_mean: baseline, ...own }) => ({
    ...own,
    kind: 'measure' as const,
    value: mean,
    baseline,
  }));
  const rows = [...shares, ...means].map((own): FigureRow => ({
    ...own,
    value: { value: own.value, interval: own.interval, errors: own.errors },
    baseline: { value: own.baseline, interval: own.baseline_interval },
    difference: { value: own.difference, interval: own.difference_interval, errors: own.difference_errors },
  }));
  return tableOf(rows, [
    text('kind', ({ kind }) => kind),
    text('figure', ({ id }) => id),
    text('figure_label', ({ label }) => label),
    text('unit', ({ unit }) => unit),
    estimateColumns('value', ({ value }) => value),
    intervalColumns('baseline', ({ baseline }) => baseline),
    estimateColumns('difference', ({ difference }) => difference),
  ]);
}
