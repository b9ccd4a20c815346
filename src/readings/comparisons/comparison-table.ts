import {
  count,
  estimateColumns,
  intervalColumns,
  tableOf,
  text,
  type TableColumn,
} from '../../simulations/tables/table.js';
import type { ComparisonRecord, ComparisonsRecord } from './comparison.record.js';

type Figure = ComparisonRecord['outcomes' | 'outcome_groups' | 'measures'][number];
interface FigureRow {
  own: ComparisonRecord;
  kind: 'outcome' | 'outcome_group' | 'measure';
  figure: Figure;
}

/** For each simulation, one row for each outcome, outcome group and measure. */
export function comparisonTable({ comparisons, reference }: ComparisonsRecord): TableColumn[] {
  const rows = comparisons.flatMap((own) => [
    ...own.outcomes.map((figure): FigureRow => ({ own, kind: 'outcome', figure })),
    ...own.outcome_groups.map((figure): FigureRow => ({ own, kind: 'outcome_group', figure })),
    ...own.measures.map((figure): FigureRow => ({ own, kind: 'measure', figure })),
  ]);
  return tableOf(rows, [
    text('simulation_id', ({ own }) => own.simulation_id),
    text('name', ({ own }) => own.name),
    text('reference', () => reference),
    count('agent_count', ({ own }) => own.agents.compared),
    text('figure', ({ figure }) => figure.id),
    text('figure_label', ({ figure }) => figure.label),
    text('figure_kind', ({ kind }) => kind),
    text('unit', ({ figure }) => ('unit' in figure ? figure.unit : null)),
    estimateColumns('value', ({ figure }) => ({
      value: 'mean' in figure ? figure.mean : figure.share,
      interval: figure.interval,
      errors: figure.errors,
    })),
    intervalColumns('reference_value', ({ figure }) => ({
      value: 'mean' in figure ? figure.reference_mean : figure.reference_share,
      interval: figure.reference_interval,
    })),
    estimateColumns('difference', ({ figure }) => ({
      value: figure.difference,
      interval: figure.difference_interval,
      errors: figure.difference_errors,
    })),
  ]);
}
