import { markup, type Html } from '../../../common/http/html.js';
import type { Errors } from '../../summary.schema.js';

/** One set of numbers in a plot. Its symbol differs as well as its color, so that a plot is readable without colors. */
export interface Series {
  readonly label: string;
  /** Class in the style of the page. */
  readonly name: string;
  readonly color: string;
  readonly symbol: 'circle' | 'diamond2' | 'square';
  readonly isHollow?: boolean;
  /** The symbol as a character, for the legend. */
  readonly character: string;
}

const seriesOf = (
  name: string,
  label: string,
  symbol: Series['symbol'],
  character: string,
  isHollow = false,
): Series => ({ name, label, color: `var(--${name})`, symbol, character, isHollow });

export const seriesByName = {
  scenario: seriesOf('scenario', 'this scenario', 'circle', '●'),
  baseline: seriesOf('baseline', 'baseline', 'circle', '○', true),
  observed: seriesOf('observed', 'observed', 'diamond2', '◆'),
  predicted: seriesOf('scenario', 'predicted by the model', 'circle', '●'),
  simulated: seriesOf('simulated', 'simulated by agents', 'square', '□', true),
} as const;

/** The parts of an error, in the order of their bars. */
export const errorParts = [
  { id: 'simulation', label: 'simulation' },
  { id: 'estimation', label: 'estimation' },
  { id: 'population', label: 'population' },
  { id: 'model', label: 'model' },
] as const;

/** The parts of one error: those of all figures, and those that only some simulations have. */
export function errorPartsOf(errors: Errors): readonly { id: keyof Errors; label: string }[] {
  return errors.targets === undefined ? errorParts : [...errorParts, { id: 'targets', label: 'calibration targets' }];
}

export function legendOf(shown: readonly Series[]): Html {
  const entries = shown.map(
    ({ label, name, character }) => markup`<span><span class="${name}">${character}</span> ${label}</span> `,
  );
  return markup`<p class="key" aria-hidden="true">${entries}</p>`;
}
