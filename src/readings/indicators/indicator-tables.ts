import {
  count,
  estimateWithMissingParts,
  number,
  tableOf,
  text,
  type ColumnOf,
  type TableColumn,
} from '../../simulations/tables/table.js';
import type { ElasticitiesRecord } from './elasticities.record.js';
import type { EstimatedFigure } from '../../../model/analyses.js';
import type { WelfareRecord } from './welfare.record.js';

/** One row for each elasticity. */
export function elasticityTable({ simulation_id, elasticities }: ElasticitiesRecord): TableColumn[] {
  return tableOf(elasticities, [
    text('simulation_id', () => simulation_id),
    text('parameter', ({ parameter }) => parameter),
    text('figure', ({ figure }) => figure),
    text('figure_kind', ({ figure_kind }) => figure_kind),
    text('relation', ({ relation }) => relation),
    text('group', ({ group }) => group),
    count('agent_count', ({ agent_count }) => agent_count),
    number('value', ({ value }) => value),
    text('point_kind', ({ point }) => point?.kind),
    text('point_method', ({ point }) => point?.method),
    estimateCells('point', ({ point }) => point),
    text('point_unavailable', ({ point_unavailable }) => point_unavailable),
    text('arc_kind', ({ arc }) => arc?.kind),
    text('arc_rule', ({ arc }) => arc?.rule),
    number('arc_from', ({ arc }) => arc?.from),
    number('arc_to', ({ arc }) => arc?.to),
    number('arc_figure_from', ({ arc }) => arc?.figure_from),
    number('arc_figure_to', ({ arc }) => arc?.figure_to),
    estimateCells('arc', ({ arc }) => arc),
    text('arc_unavailable', ({ arc_unavailable }) => arc_unavailable),
  ]);
}

/** One row for all agents, then one for each group. */
export function welfareTable({ simulation_id, unit, all, segments }: WelfareRecord): TableColumn[] {
  const groups = segments.flatMap(({ attribute, groups: own }) => own.map((group) => ({ attribute, ...group })));
  return tableOf(
    [{ attribute: null, id: null, label: null, ...all }, ...groups],
    [
      text('simulation_id', () => simulation_id),
      text('attribute', ({ attribute }) => attribute),
      text('group', ({ id }) => id),
      text('group_label', ({ label }) => label),
      count('agent_count', ({ agent_count }) => agent_count),
      text('unit', () => unit),
      text('direction', ({ direction }) => direction),
      number('gaining_share', ({ gaining_share }) => gaining_share),
      number('gaining_share_low', ({ gaining_share_interval: interval }) => interval?.[0] ?? null),
      number('gaining_share_high', ({ gaining_share_interval: interval }) => interval?.[1] ?? null),
      number('losing_share', ({ losing_share }) => losing_share),
      number('losing_share_low', ({ losing_share_interval: interval }) => interval?.[0] ?? null),
      number('losing_share_high', ({ losing_share_interval: interval }) => interval?.[1] ?? null),
      estimateCells('mean', ({ mean }) => mean),
    ],
  );
}

function estimateCells<Row>(name: string, read: (row: Row) => EstimatedFigure | null): ColumnOf<Row>[] {
  return estimateWithMissingParts(name, (row) => {
    const found = read(row);
    return found && { ...found, value: found.estimate };
  });
}
