import { markup, type Html } from '../../../common/http/html.js';

/** One set of numbers in a plot. Its symbol differs as well as its color, so that a plot is readable without colors. */
export interface Series {
  readonly label: string;
  readonly color: string;
  readonly symbol: 'circle' | 'diamond2' | 'square';
  readonly isHollow?: boolean;
  /** The symbol as a character, for the legend. */
  readonly character: string;
}

const [blue, orange, dark, gray] = ['#0072b2', '#b25400', '#1a1a1a', '#5f5f5f'];

/** Colors of Okabe and Ito (2008), which color-blind readers can distinguish. */
export const seriesByName = {
  scenario: { label: 'this scenario', color: blue, symbol: 'circle', character: '●' },
  baseline: { label: 'baseline', color: gray, symbol: 'circle', isHollow: true, character: '○' },
  observed: { label: 'observed', color: dark, symbol: 'diamond2', character: '◆' },
  predicted: { label: 'predicted by the model', color: blue, symbol: 'circle', character: '●' },
  simulated: { label: 'simulated by agents', color: orange, symbol: 'square', isHollow: true, character: '□' },
} as const satisfies Record<string, Series>;

/** The parts of an error, in the order of their bars. */
export const errorParts = [
  { id: 'simulation', label: 'simulation', color: blue },
  { id: 'estimation', label: 'estimation', color: '#e69f00' },
  { id: 'population', label: 'population', color: '#009e73' },
  { id: 'model', label: 'model', color: '#cc79a7' },
] as const;

export function legendOf(shown: readonly Series[]): Html {
  const entries = shown.map(({ label, character }) => {
    const name = Object.entries(seriesByName).find(([, one]) => one.label === label)?.[0] ?? '';
    return markup`<span class="${name}">${character}</span> ${label} &emsp;`;
  });
  return markup`<p class="key" aria-hidden="true">${entries}</p>`;
}
