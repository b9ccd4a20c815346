import { useMemo } from 'react';
import type { components } from '../../api/types';
import { figureFormat } from '../../format/figures';
import { highestOf, intervalNote, measureEstimate, type Measure } from '../../measures/measure';
import type { Parameter } from '../../parameter-form';
import type { CaseStudy } from '../../workflow/use-workflow';
import { SweepChart } from './sweep-chart';
import { figuresOfPoint, pointValue, type ShownFigures, type SweepPoint } from './sweep-points';
import type { SweepFigures } from './use-sweep-results';

interface SweepMeasureProps {
  measure: Measure;
  sweep: components['schemas']['SweepWithPoints'];
  workflow: CaseStudy;
  figures: SweepFigures;
  parameters: readonly Parameter[];
}

/** A measure of the user over a sweep: chart, table, and where it is highest. */
export function SweepMeasure({ measure, sweep, workflow, figures, parameters }: SweepMeasureProps) {
  const { points, outcomes } = figures;
  const estimates = useMemo(() => {
    const estimateOf = (point: SweepPoint) => {
      const scenario = { ...sweep.scenario_context, ...point.values };
      return measureEstimate(measure, scenario, figuresOfPoint(point, outcomes, workflow.outcome_groups));
    };
    return new Map(points.map((point) => [point, estimateOf(point)]));
  }, [measure, sweep.scenario_context, workflow, points, outcomes]);
  const shown = useMemo((): ShownFigures => {
    const { id, name, unit } = measure;
    return {
      ...{ points, isDifference: false, figures: [{ id, label: `${name} per 1,000 agents`, kind: 'mean', unit }] },
      valueAt: (point) => {
        const own = estimates.get(point);
        return own && { ...own, isBound: own.kind === 'conservative' };
      },
    };
  }, [measure, points, estimates]);
  return (
    <>
      <HighestText shown={shown} parameters={parameters} />
      <SweepChart sweep={sweep} parameters={parameters} shown={shown} />
      <p className="small muted">
        {intervalNote(
          [...estimates.values()].map(({ kind }) => kind),
          points.flatMap((point) => outcomes.flatMap(({ id }) => point.figures[id]?.errors ?? [])),
        )}
      </p>
    </>
  );
}

/** Where the measure is highest, and if the intervals support it. */
function HighestText({ shown, parameters }: { shown: ShownFigures; parameters: readonly Parameter[] }) {
  const { points, figures, valueAt } = shown;
  const [figure] = figures;
  const values = points.flatMap((point) => (figure && valueAt(point, figure.id)) ?? []);
  const highest = highestOf(values);
  const best = highest && points[highest.index];
  if (!best || !figure || points.length < 2) return null;
  const place = parameters.map((one) => `${one.label} ${pointValue(one, best.values[one.id] ?? '')}`).join(', ');
  const isAtEnd = ({ id }: Parameter) => {
    const numbers = points.map((point) => point.values[id]).filter((value) => typeof value === 'number');
    return [Math.min(...numbers), Math.max(...numbers)].some((end) => end === best.values[id]);
  };
  return (
    <p>
      <strong dir="auto">
        Highest of the {points.length} points: {figureFormat(figure, false).value(values[highest.index]!.value)} at{' '}
        {place}.
      </strong>{' '}
      {overlapText(highest.overlapping)}
      {parameters.some(isAtEnd) && ' It is at the end of the range, so values outside the range may be higher.'}
    </p>
  );
}

function overlapText(overlapping: readonly number[] | null): string {
  if (overlapping === null) return 'Without intervals, it is unknown how sure this is.';
  if (overlapping.length === 0) return 'Its interval does not overlap with the interval of any other point.';
  const points =
    overlapping.length === 1
      ? 'The interval of 1 other point overlaps'
      : `The intervals of ${overlapping.length} other points overlap`;
  return `${points} with its interval, so another point may be higher.`;
}
