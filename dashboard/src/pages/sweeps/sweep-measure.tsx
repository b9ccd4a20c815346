import { useMemo } from 'react';
import type { components } from '../../api/types';
import { Figure } from '../../figures/figure';
import { figureFormat } from '../../format/figures';
import { intervalNote, type Measure, measureEstimate } from '../../measures/measure';
import type { Parameter } from '../../parameter-form';
import { compareValues, figuresOfPoint } from './sweep-points';
import { HighestText } from './highest-text';
import { MeasureTable, type MeasuredPoint } from './measure-table';
import { curveFigure } from './sweep-curve';
import { HeatMap } from './sweep-heat-map';
import type { SweepFigures } from './use-sweep-results';
import type { CaseStudy } from '../../workflow/use-workflow';

interface SweepMeasureProps {
  measure: Measure;
  sweep: components['schemas']['SweepWithPoints'];
  workflow: CaseStudy;
  figures: SweepFigures;
  parameters: readonly Parameter[];
}

/** A measure of the user over a sweep: chart, table, and where it is highest. */
export function SweepMeasure({ measure, sweep, workflow, figures, parameters }: SweepMeasureProps) {
  const rows = useMemo((): MeasuredPoint[] => {
    const [first] = parameters;
    return figures.points
      .map((point) => ({
        point,
        estimate: measureEstimate(
          measure,
          { ...sweep.scenario_context, ...point.values },
          figuresOfPoint(point, figures.outcomes, workflow.outcome_groups),
        ),
      }))
      .sort((a, b) => (first ? compareValues(a.point.values[first.id], b.point.values[first.id]) : 0));
  }, [measure, sweep.scenario_context, workflow, figures, parameters]);
  const [first, second] = parameters;
  if (!first || rows.length === 0) return null;
  const format = figureFormat({ kind: 'mean', unit: measure.unit }, false);
  const errors = rows.flatMap(({ point }) => figures.outcomes.flatMap(({ id }) => point.figures[id]?.errors ?? []));
  return (
    <>
      <HighestText rows={rows} parameters={parameters} unit={measure.unit} />
      {second ? (
        <HeatMap
          title={`${measure.name} per 1,000 agents, by ${first.label} and ${second.label}`}
          across={first}
          down={second}
          sweep={sweep}
          points={figures.points}
          read={(point) => rows.find((row) => row.point === point)?.estimate.value}
          format={format.value}
        />
      ) : (
        <MeasureCurve measure={measure} parameter={first} rows={rows} />
      )}
      {second ? (
        <details>
          <summary>All points with intervals</summary>
          <MeasureTable measure={measure} rows={rows} parameters={parameters} />
        </details>
      ) : (
        <MeasureTable measure={measure} rows={rows} parameters={parameters} />
      )}
      <p className="small muted">
        {intervalNote(
          rows.map(({ estimate }) => estimate.kind),
          errors,
        )}
      </p>
    </>
  );
}

function MeasureCurve({ measure, parameter, rows }: { measure: Measure; parameter: Parameter; rows: MeasuredPoint[] }) {
  const figure = useMemo(
    () =>
      curveFigure(`${measure.name} per 1,000 agents by ${parameter.label}`, {
        parameter,
        isDifference: false,
        curves: [
          {
            id: measure.id,
            label: [measure.name, measure.unit && `(${measure.unit})`].filter(Boolean).join(' '),
            ...{ kind: 'mean', unit: measure.unit },
            points: rows.map(({ point, estimate }) => ({
              at: point.values[parameter.id] ?? '',
              value: estimate.value,
              interval: estimate.interval,
            })),
          },
        ],
      }),
    [measure, parameter, rows],
  );
  return <Figure figure={figure} />;
}
