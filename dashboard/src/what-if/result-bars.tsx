import { figuresOf, formatDifference, formatValue, formatValueInterval, type Figure } from '../results/figure';
import type { EngineResult } from './engine-messages';

const maxBars = 8;

/** The figures that the panel shows: all shares, or the means of a workflow that is about an amount. */
export function shownFigures(summary: EngineResult['summary'], figureId: string | null): Figure[] {
  const { headline, shares, means } = figuresOf(summary, figureId);
  const isMean = means.some(({ id }) => id === headline?.id);
  return (isMean ? [...means, ...shares] : [...shares, ...means]).slice(0, maxBars);
}

/** A bar for each figure with its interval, over a ghost of the baseline. */
export function ResultBars({ figures, isBaseline }: { figures: readonly Figure[]; isBaseline: boolean }) {
  return (
    <ul className="what-if-bars" aria-label="Results of this scenario">
      {figures.map((figure) => (
        <Bar key={figure.id} figure={figure} isBaseline={isBaseline} />
      ))}
    </ul>
  );
}

function Bar({ figure, isBaseline }: { figure: Figure; isBaseline: boolean }) {
  const { label, unit, value, interval, baseline, difference } = figure;
  const after = unit === 'share' ? '' : ` ${unit}`;
  // A mean has no greatest value: its bar is half as long as the track at the baseline.
  const end = unit === 'share' ? 1 : 2 * Math.abs(baseline) || 1;
  const percent = (at: number) => `${100 * Math.min(1, Math.max(0, at / end))}%`;
  return (
    <li>
      <span className="what-if-bar-texts">
        <span dir="auto">{label}</span>
        <span>
          <strong>
            {formatValue(unit, value)}
            {after}
          </strong>
          {!isBaseline && <span className="muted"> {formatDifference(unit, difference)}</span>}
          {interval && <span className="muted small"> ({formatValueInterval(unit, interval)})</span>}
        </span>
      </span>
      <span className="what-if-track" aria-hidden="true">
        <i className="what-if-ghost" style={{ width: percent(baseline) }} />
        <i className="what-if-bar" style={{ width: percent(value) }} />
        {interval && (
          <i
            className="what-if-interval"
            style={{ left: percent(interval[0]), right: `calc(100% - ${percent(interval[1])})` }}
          />
        )}
      </span>
    </li>
  );
}
