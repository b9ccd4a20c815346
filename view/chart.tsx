import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chart, Series } from '../src/simulations/view/view.schema.js';
import { barPlot, intervalPlot, tornadoPlot } from './plots/row-charts.js';
import { curvePlot } from './plots/curve-plot.js';
import { sizeFor, type Drawing, type SizeName } from './plots/draw.js';
import { heatMap } from './plots/heat-map.js';
import { seriesStyle } from './plots/row-plot.js';

export function drawingOf(chart: Chart): Drawing {
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

/** The members of an element that are used here, because code of the service has no browser types. */
interface Place {
  readonly clientWidth: number;
}
interface Observer {
  observe(place: Place): void;
  disconnect(): void;
}
/** Undefined without a browser. */
const { ResizeObserver } = globalThis as { ResizeObserver?: new (listener: () => void) => Observer };

/** The size that fits the place of a chart. Undefined before it is known, and in a page for all screens. */
function useSize() {
  const [size, setSize] = useState<SizeName>();
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const own = place.current;
    if (!own || !ResizeObserver) return undefined;
    // A hidden place has no width.
    const measure = () => own.clientWidth > 0 && setSize(sizeFor(own.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(own);
    return () => observer.disconnect();
  }, []);
  const setPlace = (element: unknown) => void (place.current = element as Place | null);
  return { size, setPlace };
}

/** A chart with its legend. Without a browser, the style shows the drawing that fits the screen. */
export function ChartView({ title, chart }: { title: string; chart: Chart }) {
  const { size, setPlace } = useSize();
  const drawing = useMemo(() => drawingOf(chart), [chart]);
  const own = useMemo(() => size && drawing(size), [drawing, size]);
  const image = (svg: string, className?: string) => (
    <div className={className} role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: svg }} />
  );
  return (
    <>
      {'series' in chart && chart.series.length > 1 && <Legend series={chart.series} />}
      {ResizeObserver ? (
        <div ref={setPlace}>{own !== undefined && image(own, 'view-drawing')}</div>
      ) : (
        <>
          {image(drawing('wide'), 'view-wide')}
          {image(drawing('narrow'), 'view-narrow')}
        </>
      )}
      {chart.type === 'tornado' && <p className="view-note">At the ends of each bar: the value of the input there.</p>}
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
