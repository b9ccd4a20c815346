import { Link } from 'react-router';
import { useMemo } from 'react';
import type { components } from '../../api/client';
import { type Column, DataTable } from '../../components/data-table';
import { figureFormat, intervalOf } from '../../results/figure';
import type { Parameter } from '../../parameter-form/parameters';
import { SweepCurve } from './sweep-curve';
import { SweepHeatMap } from './sweep-heat-map';
import { pointValue, type ShownFigures, type SweepPoint } from './sweep-points';
import { intervalNote, type Measure, useMeasured } from '../../measures/measure';
import { Loaded } from '../../components/states';

interface SweepChartProps {
  sweep: components['schemas']['SweepWithPoints'];
  /** One or two. */
  parameters: readonly Parameter[];
  shown: ShownFigures;
}

/** A curve over one parameter, or a heat map of two, and a table of all points. */
export function SweepChart({ sweep, parameters, shown }: SweepChartProps) {
  const [first, second] = parameters;
  if (!first) return null;
  const table = <PointsTable parameters={parameters} shown={shown} />;
  if (!second)
    return (
      <>
        <SweepCurve parameter={first} shown={shown} />
        {table}
      </>
    );
  return (
    <>
      <SweepHeatMap across={first} down={second} sweep={sweep} shown={shown} />
      <details className="panel">
        <summary>All points with intervals</summary>
        {table}
      </details>
    </>
  );
}

/** One row for each completed point: the values of the parameters, and the figures with their intervals. */
function PointsTable({ parameters, shown }: Pick<SweepChartProps, 'parameters' | 'shown'>) {
  const { points, figures, isDifference, valueAt } = shown;
  const columns: Column<SweepPoint>[] = [
    ...parameters.map((parameter) => ({
      id: `parameter ${parameter.id}`,
      header: parameter.label,
      cell: ({ values, simulationId }: SweepPoint) => (
        <Link to={`/simulations/${simulationId}`} dir="auto">
          {pointValue(parameter, values[parameter.id] ?? '')}
        </Link>
      ),
      sortBy: ({ values }: SweepPoint) => values[parameter.id] ?? '',
    })),
    ...figures.map((figure) => {
      const format = figureFormat(figure, isDifference);
      return {
        id: `figure ${figure.id}`,
        header: figure.label,
        numeric: true,
        cell: (point: SweepPoint) => {
          const own = valueAt(point, figure.id);
          if (!own) return 'unknown';
          return (
            <>
              {format.value(own.value)}
              <br />
              <span className="small muted">{format.interval(own.interval)}</span>
            </>
          );
        },
        sortBy: (point: SweepPoint) => valueAt(point, figure.id)?.value ?? 0,
      };
    }),
  ];
  return (
    <>
      <DataTable
        caption={`Points of the sweep${isDifference ? ', as differences from the baseline' : ''}`}
        rows={points}
        rowKey={({ index }) => String(index)}
        columns={columns}
      />
      <p className="small muted">
        95% intervals are below the values, unless stated otherwise. All points have the same agents with the same
        random errors, so differences between points result only from the parameters.
      </p>
    </>
  );
}

type Measures = components['schemas']['Measures'];

interface SweepMeasureProps {
  measure: Measure;
  sweep: components['schemas']['SweepWithPoints'];
  points: readonly SweepPoint[];
  parameters: readonly Parameter[];
}

/** A measure of the user over a sweep: chart, table, and where it is highest. */
export function SweepMeasure(props: SweepMeasureProps) {
  const query = useMeasured([props.sweep.id], props.measure, undefined, props.points.length);
  return <Loaded query={query}>{(measured) => <MeasuredPoints {...props} measured={measured} />}</Loaded>;
}

function MeasuredPoints({ measure, sweep, points, parameters, measured }: SweepMeasureProps & { measured: Measures }) {
  const shown = useMemo((): ShownFigures => {
    const { id, name, unit } = measure;
    const values = new Map(
      measured.simulations.map(({ simulation_id, measure: { value, interval } }) => [
        simulation_id,
        { value, interval: intervalOf(interval) },
      ]),
    );
    return {
      ...{ points, isDifference: false, figures: [{ id, label: `${name} per 1,000 agents`, kind: 'mean', unit }] },
      valueAt: ({ simulationId }) => values.get(simulationId),
    };
  }, [measure, points, measured]);
  return (
    <>
      <HighestText shown={shown} parameters={parameters} highest={measured.highest} />
      <SweepChart sweep={sweep} parameters={parameters} shown={shown} />
      <p className="small muted">{intervalNote(measured.simulations.map((own) => own.measure))}</p>
    </>
  );
}

interface HighestTextProps {
  shown: ShownFigures;
  parameters: readonly Parameter[];
  highest: Measures['highest'];
}

/** Where the measure is highest, and how certain this is. */
function HighestText({ shown, parameters, highest }: HighestTextProps) {
  const { points, figures, valueAt } = shown;
  const [figure] = figures;
  const best = points.find(({ simulationId }) => simulationId === highest?.simulation_id);
  const value = best && figure && valueAt(best, figure.id);
  if (!best || !figure || !value || !highest) return null;
  const place = parameters.map((one) => `${one.label} ${pointValue(one, best.values[one.id] ?? '')}`).join(', ');
  const isAtEnd = ({ id }: Parameter) => {
    const numbers = points.map((point) => point.values[id]).filter((value) => typeof value === 'number');
    return [Math.min(...numbers), Math.max(...numbers)].some((end) => end === best.values[id]);
  };
  return (
    <p>
      <strong dir="auto">
        Highest of the {points.length} points: {figureFormat(figure, false).value(value.value)} at {place}.
      </strong>{' '}
      {rivalsText(highest.rivals)}
      {parameters.some(isAtEnd) && ' It is at the end of the range, so values outside the range may be higher.'}
    </p>
  );
}

function rivalsText(rivals: readonly string[] | null): string {
  if (rivals === null) return 'Without intervals, it is unknown how sure this is.';
  if (rivals.length === 0) return 'The 95% interval of its difference from each other point is above 0.';
  const points = rivals.length === 1 ? '1 other point' : `${rivals.length} other points`;
  return `The 95% interval of its difference from ${points} contains 0, so another point may be higher.`;
}
