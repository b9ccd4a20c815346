import { count, flag, intervalColumns, tableOf, text, type TableColumn } from '../../tables/table.js';
import type { SurveyPlan } from './request.schema.js';
import type { OptionShare, SurveyResult } from './result.schema.js';

interface ShareRow {
  attribute: string | null;
  group: string | null;
  answered: number;
  option: OptionShare;
}

/** One row for each option, of all agents and of each group. */
export function surveyTable({ id, result }: { id: string; plan: SurveyPlan; result: SurveyResult }): TableColumn[] {
  const rows: ShareRow[] = [
    ...result.options.map((option) => ({ attribute: null, group: null, answered: result.answered, option })),
    ...result.segments.flatMap((segment) =>
      segment.groups.flatMap((group) =>
        group.options.map((option) => ({
          ...{ attribute: segment.id, group: group.id, answered: group.answered },
          option,
        })),
      ),
    ),
  ];
  return tableOf(rows, [
    text('survey_id', () => id),
    flag('calibrated', () => result.calibrated),
    text('missing_parts', () => result.missing_parts.join(' ')),
    text('model', () => result.model),
    text('attribute', ({ attribute }) => attribute),
    text('group', ({ group }) => group),
    count('answered', ({ answered }) => answered),
    text('option', ({ option }) => option.id),
    text('option_label', ({ option }) => option.label),
    intervalColumns('share', ({ option: { share, interval } }) => ({ value: share, interval })),
  ]);
}
