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

type Read = (summary: Summary) => number | undefined;

/**
 * A sweep as a table: a row for each point, with its values, and the shares and means with their intervals and their differences to the
 * baseline; empty where a point has no results.
 */
export function sweepTable(sweep: Sweep, points: readonly SummarizedPoint[]): PointColumn[] {
  const parameters = sweep.parameters as unknown as SweptParameter[];
  const grid = gridOf(parameters);
  const summaries = points.map(({ summary }) => summary as Summary | null);
  const known = summaries.find((summary) => summary !== null);
  const column = (name: string, type: PointColumn['type'], at: (point: SummarizedPoint, index: number) => Cell) => ({
    ...{ name, type, cells: points.map(at) },
  });
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
    ...numbersOf(known).map(([name, read]) =>
      column(name, 'DOUBLE', (_point, index) => {
        const summary = summaries[index];
        return summary ? (read(summary) ?? null) : null;
      }),
    ),
  ];
}

/** Names with what stands under them, in the order of the summary. */
function numbersOf(known: Summary | null | undefined): [string, Read][] {
  const outcomes = (known?.outcomes ?? []).flatMap(({ id }, k): [string, Read][] => [
    [`share.${id}`, ({ outcomes }) => outcomes[k]?.share],
    [`share_low.${id}`, ({ outcomes }) => outcomes[k]?.interval?.[0]],
    [`share_high.${id}`, ({ outcomes }) => outcomes[k]?.interval?.[1]],
    ...comparison(id, ({ outcomes }) => outcomes[k]),
  ]);
  const measures = (known?.measures ?? []).flatMap(({ id }, k): [string, Read][] => [
    [`mean.${id}`, ({ measures }) => measures[k]?.mean],
    [`mean_low.${id}`, ({ measures }) => measures[k]?.interval?.[0]],
    [`mean_high.${id}`, ({ measures }) => measures[k]?.interval?.[1]],
    ...comparison(id, ({ measures }) => measures[k]),
  ]);
  return [...outcomes, ...measures];
}

type Compared = { difference: number; difference_interval: readonly [number, number] | null };

function comparison(id: string, of: (summary: Summary) => Compared | undefined): [string, Read][] {
  return [
    [`difference.${id}`, (summary) => of(summary)?.difference],
    [`difference_low.${id}`, (summary) => of(summary)?.difference_interval?.[0]],
    [`difference_high.${id}`, (summary) => of(summary)?.difference_interval?.[1]],
  ];
}
