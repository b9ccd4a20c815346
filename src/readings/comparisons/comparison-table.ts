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
  comparison: ComparisonRecord;
  kind: 'outcome' | 'outcome_group' | 'measure';
  figure: Figure;
}

/** For each simulation, one row for each outcome, outcome group and measure. */
export function comparisonTable({ comparisons, reference }: ComparisonsRecord): TableColumn[] {
  const rows = comparisons.flatMap((comparison) => [
    ...comparison.outcomes.map((figure): FigureRow => ({ comparison, kind: 'outcome', figure })),
    ...comparison.outcome_groups.map((figure): FigureRow => ({ comparison, kind: 'outcome_group', figure })),
    ...comparison.measures.map((figure): FigureRow => ({ comparison, kind: 'measure', figure })),
  ]);
  return tableOf(rows, [
    text('simulation_id', ({ comparison }) => comparison.simulation_id),
    text('name', ({ comparison }) => comparison.name),
    text('reference', () => reference),
    count('agent_count', ({ comparison }) => comparison.agents.compared),
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
