import { seriesStyle, type SeriesSymbol } from './series-style';

/** The line and the symbol of each series, with its name. */
export function CurveLegend({ labels }: { labels: readonly string[] }) {
  return (
    <figcaption>
      <ul className="curve-legend">
        {labels.map((label, index) => {
          const { color, symbol, dash } = seriesStyle(index);
          return (
            <li key={label}>
              <svg width="40" height="14" viewBox="0 0 40 14" aria-hidden="true" style={{ color }}>
                <line x1="0" x2="40" y1="7" y2="7" stroke="currentColor" strokeWidth="2" strokeDasharray={dash} />
                <path d={symbolPaths[symbol]} fill="currentColor" />
              </svg>
              <span dir="auto">{label}</span>
            </li>
          );
        })}
      </ul>
    </figcaption>
  );
}

const symbolPaths: Record<SeriesSymbol, string> = {
  circle: 'M16 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  square: 'M16 3h8v8h-8z',
  triangle: 'M20 2l5 9h-10z',
  diamond: 'M20 1l4 6l-4 6l-4 -6z',
};
