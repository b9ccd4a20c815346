import type { Child } from '../../run.kind.js';
import type { ErrorParts } from '../../../../model/simulate.js';
import type { FiguresRecord } from '../../summary.schema.js';
import type { Cell, TableColumn } from '../../tables/table.js';
import type { SweptParameter } from './request.schema.js';

/** A point with its values of the swept parameters. */
export interface SweepPointResult extends Child {
  readonly values: Readonly<Record<string, number | string>>;
}

export interface SweepResult {
  readonly points: readonly SweepPointResult[];
}

/** A column of the table that is read from the summary of a point. */
type SummaryColumn = [name: string, read: (summary: FiguresRecord) => number | undefined];

/**
 * Returns a sweep as a table with one row per point: the values of the parameters, the shares and means with their intervals and errors,
 * their differences from the baseline, and the method of the intervals. Cells of points without results, and of unknown errors, are null.
 */
export function sweepTable(parameters: readonly SweptParameter[], { points }: SweepResult): TableColumn[] {
  const firstSummary = points.find(({ summary }) => summary !== null)?.summary;
  const column = (name: string, type: TableColumn['type'], cellOf: (point: SweepPointResult) => Cell): TableColumn => ({
    name,
    type,
    cells: points.map(cellOf),
  });
  return [
    column('point', 'INT32', ({ index }) => index),
    column('simulation_id', 'STRING', ({ id }) => id),
    column('status', 'STRING', ({ status }) => status),
    ...parameters.map(({ name, values }) => {
      const isText = values.some((value) => typeof value === 'string');
      return column(`parameter.${name}`, isText ? 'STRING' : 'DOUBLE', (point) => point.values[name] ?? null);
    }),
    ...methodColumns.map(([name, type, read]) =>
      column(name, type, ({ summary }) => summary && read(summary.uncertainty)),
    ),
    ...summaryColumns(firstSummary).map(([name, read]) =>
      column(name, 'DOUBLE', ({ summary }) => (summary ? (read(summary) ?? null) : null)),
    ),
  ];
}

type Method = FiguresRecord['uncertainty'];

/** The columns of the method of the intervals. */
const methodColumns: [name: string, type: TableColumn['type'], read: (method: Method) => Cell][] = [
  ['interval_level', 'DOUBLE', ({ level }) => level],
  ['interval_method', 'STRING', ({ method }) => method],
  ['interval_shares', 'STRING', ({ shares }) => shares],
  ['interval_parameter_draws', 'INT32', ({ parameter_draws }) => parameter_draws],
  ['interval_replicates', 'INT32', ({ replicates }) => replicates],
];

const errorParts = ['simulation', 'estimation', 'population', 'model'] as const satisfies (keyof ErrorParts)[];

/** Parts of the errors of a summary. All points have the same ones. */
function partsOf(summary: FiguresRecord | null | undefined): readonly (keyof ErrorParts)[] {
  return summary?.outcomes[0]?.errors.targets === undefined ? errorParts : [...errorParts, 'targets'];
}

/** A share or a mean with its errors. */
interface Figure {
  difference: number;
  interval: readonly [number, number] | null;
  difference_interval: readonly [number, number] | null;
  errors: ErrorParts;
  difference_errors: ErrorParts;
}
type FigureOf = (summary: FiguresRecord) => Figure | undefined;

/** Returns the columns of a summary, in the order of its outcomes, outcome groups and measures. All points have the same ones. */
function summaryColumns(summary: FiguresRecord | null | undefined): SummaryColumn[] {
  const parts = partsOf(summary);
  const figureColumns = (kind: 'share' | 'mean', id: string, value: SummaryColumn[1], read: FigureOf) =>
    columnsOf(kind, id, value, read, parts);
  const outcomes = (summary?.outcomes ?? []).flatMap(({ id }, k) =>
    figureColumns(
      'share',
      id,
      ({ outcomes }) => outcomes[k]?.share,
      ({ outcomes }) => outcomes[k],
    ),
  );
  const groups = (summary?.outcome_groups ?? []).flatMap(({ id }, k) =>
    figureColumns(
      'share',
      id,
      ({ outcome_groups }) => outcome_groups[k]?.share,
      ({ outcome_groups }) => outcome_groups[k],
    ),
  );
  const measures = (summary?.measures ?? []).flatMap(({ id }, k) =>
    figureColumns(
      'mean',
      id,
      ({ measures }) => measures[k]?.mean,
      ({ measures }) => measures[k],
    ),
  );
  return [...outcomes, ...groups, ...measures];
}

function columnsOf(
  kind: 'share' | 'mean',
  id: string,
  value: SummaryColumn[1],
  read: FigureOf,
  parts: readonly (keyof ErrorParts)[],
): SummaryColumn[] {
  return [
    [`${kind}.${id}`, value],
    [`${kind}_low.${id}`, (summary) => read(summary)?.interval?.[0]],
    [`${kind}_high.${id}`, (summary) => read(summary)?.interval?.[1]],
    ...errorColumns(kind, id, parts, (summary) => read(summary)?.errors),
    [`difference.${id}`, (summary) => read(summary)?.difference],
    [`difference_low.${id}`, (summary) => read(summary)?.difference_interval?.[0]],
    [`difference_high.${id}`, (summary) => read(summary)?.difference_interval?.[1]],
    ...errorColumns('difference', id, parts, (summary) => read(summary)?.difference_errors),
  ];
}

function errorColumns(
  kind: string,
  id: string,
  parts: readonly (keyof ErrorParts)[],
  read: (summary: FiguresRecord) => ErrorParts | undefined,
): SummaryColumn[] {
  return parts.map((part): SummaryColumn => [
    `${kind}_${part}_error.${id}`,
    (summary) => read(summary)?.[part] ?? undefined,
  ]);
}
