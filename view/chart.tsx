import { useMemo, useSyncExternalStore } from 'react';
import type { Chart, Series } from '../src/simulations/view/view.schema.js';
import { barPlot } from './plots/bar-plot.js';
import { curvePlot } from './plots/curve-plot.js';
import type { Drawing } from './plots/draw.js';
import { heatMap } from './plots/heat-map.js';
import { intervalPlot } from './plots/interval-plot.js';
import { seriesStyle } from './plots/row-plot.js';
import { tornadoPlot } from './plots/tornado-plot.js';

function drawingOf(chart: Chart): Drawing {
  switch (chart.type) {
    case 'intervals':
      return intervalPlot(chart);
    case 'bars':
      return barPlot(chart);
    case 'tornado':
      return tornadoPlot(chart);
    case 'curves':
      return curvePlot(chart);
    case 'heat_map':
      return heatMap(chart);
  }
}

interface MediaQuery {
  readonly matches: boolean;
  addEventListener(event: 'change', listener: () => void): void;
  removeEventListener(event: 'change', listener: () => void): void;
}

/** The condition of the style for narrow drawings. Undefined without a browser. */
const narrowScreen = (globalThis as { matchMedia?: (query: string) => MediaQuery }).matchMedia?.(
  'screen and (max-width: 640px)',
);

/** The size to draw: that of the screen, or both in a page for all screens. */
const useSize = () =>
  useSyncExternalStore(
    (listener) => {
      narrowScreen?.addEventListener('change', listener);
      return () => narrowScreen?.removeEventListener('change', listener);
    },
    () => (narrowScreen?.matches ? 'narrow' : 'wide'),
    () => 'both' as const,
  );

/** A chart with its legend. The style shows the drawing that fits the screen. */
export function ChartView({ title, chart }: { title: string; chart: Chart }) {
  const size = useSize();
  const drawing = useMemo(() => drawingOf(chart), [chart]);
  const wide = useMemo(() => (size === 'narrow' ? undefined : drawing.wide()), [drawing, size]);
  const narrow = useMemo(() => (size === 'wide' ? undefined : drawing.narrow()), [drawing, size]);
  return (
    <>
      {'series' in chart && chart.series.length > 1 && <Legend series={chart.series} />}
      {wide && <div className="view-wide" role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: wide }} />}
      {narrow && (
        <div className="view-narrow" role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: narrow }} />
      )}
      {chart.type === 'curves' && chart.outside.length > 0 && (
        <p className="view-note">The shaded part is outside the data: an extrapolation.</p>
      )}
      {chart.type === 'heat_map' && chart.marked && (
        <p className="view-note" aria-hidden="true">
          <span className="view-marked">◆</span> result
        </p>
      )}
    </>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <p className="view-note" aria-hidden="true">
      {series.map(({ id, label }) => (
        <span key={label}>
          <span className={`view-${id}`}>{seriesStyle(id).character}</span> {label}{' '}
        </span>
      ))}
    </p>
  );
}
