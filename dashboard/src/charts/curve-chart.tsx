import { useEffect, useState } from 'react';
import type { CurveInput } from './curve-plot';
import { CurveLegend } from './curve-legend';
import { outsideParts } from './outside-parts';
import { useWidth } from './use-width';
import './curve-chart.css';

export type Curves = Omit<CurveInput, 'width'>;

interface CurveChartProps {
  /** Keep the object between renders: the chart is drawn again if it changes. */
  curves: Curves;
}

const hasOutside = ({ series: [first], supported }: Curves) =>
  outsideParts(first?.points.map(({ x }) => x) ?? [], supported).length > 0;

/** Curves with their intervals as bands. The plotting library is loaded with the first chart. A table next to the chart has the values. */
export function CurveChart({ curves }: CurveChartProps) {
  const [frame, width] = useWidth(0);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    if (width === 0) return undefined;
    import('./curve-plot').then(
      ({ drawCurves }) => isCurrent && frame.current?.replaceChildren(drawCurves({ ...curves, width })),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [curves, frame, width]);
  return (
    <figure className="curve-chart">
      <div ref={frame} role="img" aria-label={curves.title} className="curve-chart-frame" />
      {isFailed && <p className="muted">The chart could not be loaded. The table has the same values.</p>}
      {hasOutside(curves) && <p className="small muted">The shaded part is outside the data: an extrapolation.</p>}
      {curves.series.length > 1 && <CurveLegend labels={curves.series.map(({ label }) => label)} />}
    </figure>
  );
}
