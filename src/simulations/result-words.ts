// The dashboard uses this file too, so it imports nothing.

/** A figure with its value at the reference. */
export interface WordedFigure {
  label: string;
  /** `share` for values from 0 to 1. */
  unit: string;
  difference: number;
}

/** Formatted numbers of a figure. */
export interface FigureTexts {
  baseline: string;
  value: string;
  /** The absolute difference: `5.4 points`, `1.00`. */
  size: string;
  /** The interval of the difference; null if it is unknown. */
  interval: string | null;
}

/** The effect on a figure in one phrase: `Car 26.8% → 21.4%: 5.4 points fewer (95% interval −7.7 to −3.1)`. */
export function effectText({ label, unit, difference }: WordedFigure, texts: FigureTexts): string {
  const { baseline, value, size, interval } = texts;
  const after = unit === 'share' ? '' : ` ${unit}`;
  const [less, more] = unit === 'share' ? ['fewer', 'more'] : ['lower', 'higher'];
  const change = Number.parseFloat(size) === 0 ? 'no difference' : `${size} ${difference < 0 ? less : more}`;
  return `${label} ${baseline} → ${value}${after}: ${change} (95% interval ${interval ?? 'not known'})`;
}
