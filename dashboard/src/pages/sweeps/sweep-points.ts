import type { NumberFormat } from '../../../../src/simulations/view/view.schema';
import { isOutsideCalibratedRange, outsideTheData, type Parameter, settingText } from '../../parameter-form/parameters';
import type { Figure, FigureKind, Interval } from '../../results/figure';

export type TableRow = Record<string, number | string | null>;

export interface SweepPoint {
  index: number;
  simulationId: string;
  values: Record<string, number | string>;
  /** Shares by id of the outcome or outcome group, means by id of the measure. */
  figures: Record<string, PointFigure>;
}

export interface FigureName extends FigureKind {
  id: string;
  label: string;
}

export type ShownValue = Pick<Figure, 'value' | 'interval'>;
type PointFigure = ShownValue & Pick<Figure, 'difference' | 'differenceInterval'>;

/** What a chart and its table show. */
export interface ShownFigures {
  points: readonly SweepPoint[];
  figures: readonly FigureName[];
  isDifference: boolean;
  valueAt: (point: SweepPoint, figureId: string) => ShownValue | undefined;
}

export const numberFormat = ({ kind }: FigureName, isDifference: boolean): NumberFormat =>
  kind === 'share' ? (isDifference ? 'points' : 'percent') : isDifference ? 'change' : 'number';

/** The completed points of a sweep, from the rows of its table. */
export function pointsOf(rows: readonly TableRow[], parameters: readonly string[]): SweepPoint[] {
  return rows
    .filter(({ status }) => status === 'completed')
    .map((row) => ({
      index: Number(row['point']),
      simulationId: String(row['simulation_id']),
      values: Object.fromEntries(parameters.map((name) => [name, row[`parameter.${name}`] ?? ''])),
      figures: figuresOf(row),
    }));
}

function figuresOf(row: TableRow): Record<string, PointFigure> {
  const figures = Object.keys(row).flatMap((column) => {
    const [, kind, id] = /^(share|mean)\.(.+)$/.exec(column) ?? [];
    const value = row[column];
    if (kind === undefined || id === undefined || typeof value !== 'number') return [];
    const figure: PointFigure = {
      value,
      interval: rangeOf(row[`${kind}_low.${id}`], row[`${kind}_high.${id}`]),
      difference: Number(row[`difference.${id}`] ?? 0),
      differenceInterval: rangeOf(row[`difference_low.${id}`], row[`difference_high.${id}`]),
    };
    return [[id, figure] as const];
  });
  return Object.fromEntries(figures);
}

type Cell = TableRow[string] | undefined;

function rangeOf(low: Cell, high: Cell): Interval | null {
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : null;
}

/** Numbers in their order. Options keep the order of the points. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

export function axisLabel(parameter: Parameter): string {
  return parameter.unit === undefined ? parameter.label : `${parameter.label} (${parameter.unit})`;
}

/** A value in words, and whether the data do not contain it. */
export function pointValue(parameter: Parameter, value: number | string): string {
  return `${settingText(parameter, value)}${isOutsideCalibratedRange(parameter, value) ? outsideTheData : ''}`;
}
