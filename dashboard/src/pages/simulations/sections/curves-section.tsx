import { useMemo } from 'react';
import { CurveChart } from '../../../charts/curve-chart';
import { DataTable, type Column } from '../../../components/data-table';
import { formatPoints, formatPointsInterval, formatShare, formatShareInterval } from '../../../format/numbers';
import type { Interval, Summary } from '../../../results/figure';
import { noInterval } from '../../../results/format-figure';
import type { ResultInput } from './result-input';
import { Section } from './section';

type Curve = Summary['curves'][number];
type Point = Curve['points'][number];

/** Maximum rows of a table, evenly spaced. The chart has all steps. */
const maxRows = 12;

function evenlySpaced(points: readonly Point[]): readonly Point[] {
  if (points.length <= maxRows) return points;
  return Array.from({ length: maxRows }, (_, k) => points[Math.round((k * (points.length - 1)) / (maxRows - 1))]!);
}

const columnsOf = (unit: string, isBaseline: boolean): Column<Point>[] => [
  { id: 'step', header: `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`, numeric: true, cell: ({ step }) => step },
  { id: 'share', header: 'Share', numeric: true, cell: ({ share }) => formatShare(share) },
  {
    id: 'interval',
    header: '95% interval',
    numeric: true,
    cell: ({ interval }) => (interval ? formatShareInterval(interval as unknown as Interval) : noInterval),
  },
  ...(isBaseline ? [] : differenceColumns),
];
const differenceColumns: Column<Point>[] = [
  { id: 'baseline', header: 'Baseline', numeric: true, cell: ({ baseline_share }) => formatShare(baseline_share) },
  {
    id: 'difference',
    header: 'Difference',
    numeric: true,
    cell: ({ difference }) => <strong>{formatPoints(difference)}</strong>,
  },
  {
    id: 'difference-interval',
    header: '95% interval of the difference',
    numeric: true,
    cell: ({ difference_interval: interval }) =>
      interval ? formatPointsInterval(interval as unknown as Interval) : noInterval,
  },
];

/** Shares over time or along a price. */
export function CurvesSection({ summary: { curves }, headline: { isBaseline } }: ResultInput) {
  if (curves.length === 0) return null;
  return (
    <Section
      title={curves.length === 1 ? curves[0]!.label : 'Shares by step'}
      intro="Share of agents at each step. The band is the 95% interval of this scenario."
    >
      {curves.map((curve) => (
        <CurveFigure key={curve.id} curve={curve} isBaseline={isBaseline} />
      ))}
    </Section>
  );
}

function CurveFigure({ curve, isBaseline }: { curve: Curve; isBaseline: boolean }) {
  const curves = useMemo(
    () => ({
      title: `${curve.label} by ${curve.step_unit}`,
      xLabel: curve.step_unit,
      formatX: String,
      formatY: formatShare,
      series: [
        {
          label: 'This scenario',
          points: curve.points.map(({ step, share, interval }) => ({
            x: step,
            value: share,
            interval: interval as unknown as Interval | null,
          })),
        },
        ...(isBaseline
          ? []
          : [
              {
                label: 'Baseline',
                points: curve.points.map(({ step, baseline_share }) => ({
                  x: step,
                  value: baseline_share,
                  interval: null,
                })),
              },
            ]),
      ],
    }),
    [curve, isBaseline],
  );
  return (
    <div className="stack">
      <CurveChart curves={curves} />
      <DataTable
        caption={`${curve.label}, by ${curve.step_unit}`}
        columns={columnsOf(curve.step_unit, isBaseline)}
        rows={evenlySpaced(curve.points)}
        rowKey={({ step }) => String(step)}
      />
    </div>
  );
}
