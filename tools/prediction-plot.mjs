// Draws predicted against observed shares as a small SVG. Pure: the same points give the same text. It has no dependencies, so that tests
// can run it without a browser or a build.

const size = 320;
const margin = { left: 46, right: 14, top: 14, bottom: 42 };
const colors = { all: '#1a1a1a', segment: '#1f6fb2', curve: '#1f6fb2', effect: '#c2410c' };
const radius = { all: 4, segment: 2.5, curve: 2, effect: 3.5 };

/**
 * Plot of points around the diagonal, on which prediction and observation are equal.
 *
 * @param title accessible name of the plot
 * @param points `{ kind, predicted, observed, standardError? }` in percentage points; vertical lines are ±1.96 standard errors
 */
export function predictionPlot(title, points) {
  const ticks = ticksOf(points);
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const x = (value) => round(margin.left + ((value - low) / (high - low)) * (size - margin.left - margin.right));
  const y = (value) =>
    round(size - margin.bottom - ((value - low) / (high - low)) * (size - margin.top - margin.bottom));
  const clamp = (value) => Math.min(high, Math.max(low, value));
  const [left, right, top, bottom] = [x(low), x(high), y(high), y(low)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="11" fill="#1a1a1a">`,
    `<rect width="${size}" height="${size}" fill="#ffffff"/>`,
    `<path d="${ticks.map((tick) => `M${x(tick)},${top}V${bottom}M${left},${y(tick)}H${right}`).join('')}" stroke="#e3e3e3"/>`,
    `<path d="M${left},${bottom}L${right},${top}" stroke="#8a8a8a" stroke-dasharray="4 3"/>`,
    ...ticks.flatMap((tick) => [
      `<text x="${x(tick)}" y="${bottom + 15}" text-anchor="middle">${tick}%</text>`,
      `<text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${tick}%</text>`,
    ]),
    `<text x="${(left + right) / 2}" y="${size - 8}" text-anchor="middle">Predicted</text>`,
    `<text transform="translate(11 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">Observed</text>`,
    ...['segment', 'curve', 'effect', 'all'].map((kind) =>
      marks(
        points.filter((point) => point.kind === kind),
        kind,
      ),
    ),
    '</svg>',
    '',
  ]
    .filter((line, k, lines) => line !== '' || k === lines.length - 1)
    .join('\n');

  function marks(own, kind) {
    if (own.length === 0) return '';
    const bars = own
      .filter(({ standardError = 0 }) => standardError > 0)
      .map(({ predicted, observed, standardError }) => {
        const [from, to] = [-1.96, 1.96].map((z) => y(clamp(observed + z * standardError)));
        return `M${x(predicted)},${from}V${to}`;
      });
    const dots = own.map(
      ({ predicted, observed }) => `<circle cx="${x(predicted)}" cy="${y(observed)}" r="${radius[kind]}"/>`,
    );
    const lines = bars.length > 0 ? `<path d="${bars.join('')}" stroke="${colors[kind]}" stroke-opacity="0.45"/>` : '';
    return `<g fill="${colors[kind]}" fill-opacity="0.8">${lines}${dots.join('')}</g>`;
  }
}

/** About five ticks at multiples of 1, 2 or 5 that enclose all points. */
function ticksOf(points) {
  const values = points.flatMap(({ predicted, observed }) => [predicted, observed]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(high - low, 1);
  const step = [0.2, 0.5, 1, 2, 5, 10, 20].find((one) => span / one <= 6) ?? 25;
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toFixed(1)));
}

const round = (value) => Number(value.toFixed(1));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
