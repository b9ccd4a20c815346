const symbols = ['circle', 'square', 'triangle', 'diamond'] as const;
const dashes = ['none', '8 4', '2 4'] as const;
const colors = 5;

export type SeriesSymbol = (typeof symbols)[number];

export interface SeriesStyle {
  color: string;
  symbol: SeriesSymbol;
  dash: string;
}

/** Color, symbol and line of a series. Series with the same color differ in symbol or line, so color alone never carries the meaning. */
export function seriesStyle(index: number): SeriesStyle {
  return {
    color: `var(--series-${(index % colors) + 1})`,
    symbol: symbols[index % symbols.length] ?? 'circle',
    dash: dashes[index % dashes.length] ?? 'none',
  };
}

/** Moves labels apart that are closer than the distance, and keeps their order. Returns new positions in the order of the input. */
export function spreadLabels(positions: readonly number[], distance: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spread = [...positions];
  order.forEach((index, place) => {
    const previous = order[place - 1];
    if (previous !== undefined) spread[index] = Math.max(spread[index] ?? 0, (spread[previous] ?? 0) + distance);
  });
  // Labels moved in one direction only. Moving all of them by half the largest shift keeps each close to its line.
  const shift = Math.max(0, ...spread.map((position, index) => position - (positions[index] ?? 0))) / 2;
  return spread.map((position) => position - shift);
}
