import { useMemo } from 'react';
import type { Chart, Series } from '../src/simulations/view/view.schema.js';
import { barPlot } from './plots/bar-plot.js';
import { curvePlot } from './plots/curve-plot.js';
import type { Drawing } from './plots/draw.js';
import { heatMap } from './plots/heat-map.js';
import { intervalPlot } from './plots/interval-plot.js';
import { seriesStyle } from './plots/series-style.js';
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

/** A chart with its legend. The style shows the drawing that fits the screen. */
export function ChartView({ title, chart }: { title: string; chart: Chart }) {
  const { wide, narrow } = useMemo(() => drawingOf(chart), [chart]);
  return (
    <>
      {'series' in chart && chart.series.length > 1 && <Legend series={chart.series} />}
      <div className="view-wide" role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: wide }} />
      <div className="view-narrow" role="img" aria-label={title} dangerouslySetInnerHTML={{ __html: narrow }} />
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
