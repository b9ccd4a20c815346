import type { SeriesId } from '../../src/simulations/view/view.schema.js';

/** The marks of a series. Its symbol differs as well as its color, so that a plot is readable without colors. */
interface SeriesStyle {
  readonly color: string;
  readonly symbol: 'circle' | 'diamond2' | 'square' | 'triangle';
  readonly isHollow: boolean;
  /** The symbol as a character, for the legend. */
  readonly character: string;
}

const styles: Readonly<Record<SeriesId, Omit<SeriesStyle, 'color'>>> = {
  scenario: { symbol: 'circle', isHollow: false, character: '●' },
  baseline: { symbol: 'circle', isHollow: true, character: '○' },
  observed: { symbol: 'diamond2', isHollow: false, character: '◆' },
  simulated: { symbol: 'square', isHollow: true, character: '□' },
  second: { symbol: 'square', isHollow: false, character: '■' },
  third: { symbol: 'triangle', isHollow: false, character: '▲' },
  fourth: { symbol: 'diamond2', isHollow: false, character: '◆' },
  fifth: { symbol: 'circle', isHollow: true, character: '○' },
};

/** The colors are variables of `style.ts`. */
export const seriesStyle = (id: SeriesId): SeriesStyle => ({ ...styles[id], color: `var(--${id})` });
