import type { Simulation, Sweep } from '../../platform/database/generated/client.js';
import type { Summary } from '../../engine/index.js';
import { gridOf, type SweptParameter } from './sweep-grid.js';

type Cell = number | string | null;

export interface PointColumn {
  name: string;
  type: 'STRING' | 'INT32' | 'DOUBLE';
  cells: Cell[];
}

export type SummarizedPoint = Pick<Simulation, 'id' | 'status' | 'sweepIndex' | 'summary'>;

/** A column of the table that is read from the summary of a point. */
type SummaryColumn = [name: string, read: (summary: Summary) => number | undefined];

/**
 * Returns a sweep as a table with one row per point: the values of the parameters, the shares and means with their intervals, and their
 * differences from the baseline. Cells of points without results are null.
 */
export function sweepTable(sweep: Sweep, points: readonly SummarizedPoint[]): PointColumn[] {
  const parameters = sweep.parameters as unknown as SweptParameter[];
  const grid = gridOf(parameters);
  const summaries = points.map(({ summary }) => summary as Summary | null);
  const firstSummary = summaries.find((summary) => summary !== null);
  const column = (
    name: string,
    type: PointColumn['type'],
    cellOf: (point: SummarizedPoint, index: number) => Cell,
  ): PointColumn => ({ name, type, cells: points.map(cellOf) });
  return [
    column('point', 'INT32', ({ sweepIndex }) => sweepIndex),
    column('simulation_id', 'STRING', ({ id }) => id),
    column('status', 'STRING', ({ status }) => status),
    ...parameters.map(({ name, values }) => {
      const isText = values.some((value) => typeof value === 'string');
      return column(
        `parameter.${name}`,
        isText ? 'STRING' : 'DOUBLE',
        ({ sweepIndex }) => grid[sweepIndex ?? 0]?.[name] ?? null,
      );
    }),
    ...summaryColumns(firstSummary).map(([name, read]) =>
      column(name, 'DOUBLE', (_point, index) => {
        const summary = summaries[index];
        return summary ? (read(summary) ?? null) : null;
      }),
    ),
  ];
}

/** Returns the columns of a summary, in the order of its outcomes and measures. All points have the same ones. */
function summaryColumns(summary: Summary | null | undefined): SummaryColumn[] {
  const outcomes = (summary?.outcomes ?? []).flatMap(({ id }, k): SummaryColumn[] => [
    [`share.${id}`, ({ outcomes }) => outcomes[k]?.share],
    [`share_low.${id}`, ({ outcomes }) => outcomes[k]?.interval?.[0]],
    [`share_high.${id}`, ({ outcomes }) => outcomes[k]?.interval?.[1]],
    ...differenceColumns(id, ({ outcomes }) => outcomes[k]),
  ]);
  const measures = (summary?.measures ?? []).flatMap(({ id }, k): SummaryColumn[] => [
    [`mean.${id}`, ({ measures }) => measures[k]?.mean],
    [`mean_low.${id}`, ({ measures }) => measures[k]?.interval?.[0]],
    [`mean_high.${id}`, ({ measures }) => measures[k]?.interval?.[1]],
    ...differenceColumns(id, ({ measures }) => measures[k]),
  ]);
  return [...outcomes, ...measures];
}

type Difference = { difference: number; difference_interval: readonly [number, number] | null };

function differenceColumns(id: string, read: (summary: Summary) => Difference | undefined): SummaryColumn[] {
  return [
    [`difference.${id}`, (summary) => read(summary)?.difference],
    [`difference_low.${id}`, (summary) => read(summary)?.difference_interval?.[0]],
    [`difference_high.${id}`, (summary) => read(summary)?.difference_interval?.[1]],
  ];
}
