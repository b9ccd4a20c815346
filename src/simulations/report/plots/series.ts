import { markup, type Html } from '../../../common/http/html.js';

/** One set of numbers in a plot. Told by form as well as by colour, so that it survives a printer without colours. */
export interface Series {
  readonly label: string;
  readonly colour: string;
  readonly symbol: 'circle' | 'diamond2' | 'square';
  readonly isHollow?: boolean;
  /** The same as a sign, for the key. */
  readonly sign: string;
}

const [blue, orange, dark, grey] = ['#0072b2', '#b25400', '#1a1a1a', '#5f5f5f'];

/** Colours of Okabe and Ito, which also who sees fewer colours can tell apart. */
export const series = {
  scenario: { label: 'this scenario', colour: blue, symbol: 'circle', sign: '●' },
  baseline: { label: 'baseline', colour: grey, symbol: 'circle', isHollow: true, sign: '○' },
  observed: { label: 'observed', colour: dark, symbol: 'diamond2', sign: '◆' },
  predicted: { label: 'predicted by the model', colour: blue, symbol: 'circle', sign: '●' },
  simulated: { label: 'done by agents', colour: orange, symbol: 'square', isHollow: true, sign: '□' },
} as const satisfies Record<string, Series>;

export const parts = { sampling: blue, estimation: '#e69f00' } as const;

export function keyOf(shown: readonly Series[]): Html {
  const entries = shown.map(({ label, sign }) => {
    const name = Object.entries(series).find(([, one]) => one.label === label)?.[0] ?? '';
    return markup`<span class="${name}">${sign}</span> ${label} &emsp;`;
  });
  return markup`<p class="key" aria-hidden="true">${entries}</p>`;
}
