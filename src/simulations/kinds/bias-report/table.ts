import { count, flag, intervalColumns, number, tableOf, text, type TableColumn } from '../../tables/table.js';
import type { BiasReportResult } from './result.schema.js';

interface BiasRow {
  attribute: string | null;
  group: string | null;
  answered: number;
  distance: Pick<BiasReportResult, 'total_variation' | 'sampling_total_variation'>;
  option: string;
  share: number;
  workflowShare: number;
  interval: [number, number] | null;
  corrected: number | null;
}

/** One row for each option, of all agents and of each group. */
export function biasReportTable({ id, result }: { id: string; result: BiasReportResult }): TableColumn[] {
  const all = result.options.map((own): BiasRow => ({
    ...{ attribute: null, group: null, answered: result.answered, distance: result },
    ...{ option: own.id, share: own.share, workflowShare: own.workflow_share },
    ...{ interval: own.interval, corrected: own.corrected_share },
  }));
  const groups = result.segments.flatMap((segment) =>
    segment.groups.flatMap((group) =>
      result.options.map(({ id: option }, k): BiasRow => ({
        ...{ attribute: segment.id, group: group.id, answered: group.answered, distance: group, option },
        ...{ share: group.shares[k]!, workflowShare: group.workflow_shares[k]!, interval: null, corrected: null },
      })),
    ),
  );
  return tableOf(
    [...all, ...groups],
    [
      text('bias_report_id', () => id),
      flag('calibrated', () => result.calibrated),
      text('missing_parts', () => result.missing_parts.join(' ')),
      text('model', () => result.model),
      text('attribute', ({ attribute }) => attribute),
      text('group', ({ group }) => group),
      count('answered', ({ answered }) => answered),
      number('total_variation', ({ distance }) => distance.total_variation),
      number('sampling_total_variation', ({ distance }) => distance.sampling_total_variation),
      text('option', ({ option }) => option),
      intervalColumns('share', ({ share, interval }) => ({ value: share, interval })),
      number('workflow_share', ({ workflowShare }) => workflowShare),
      number('corrected_share', ({ corrected }) => corrected),
    ],
  );
}
