import type { Figure } from '../figures.js';
import type { Measurements } from './all.js';
import type { FigureSummary } from './summary.js';

export function figureLine({ case: name, value, unit, against, ratio, check }: Figure): string {
  const compared = against === null ? '' : `  ${ratio?.toFixed(2)} × ${against}`;
  const checked = check ? `  ${check.passes ? 'pass' : 'FAIL'}: ${check.target}` : '';
  const number = unit === 'p' ? value.toExponential(1) : value.toFixed(1);
  return `${name.padEnd(48)} ${number.padStart(9)} ${unit}${compared}${checked}\n`;
}

/** The medians of all benchmarks, and why the others were left out. */
export function summaryLines({ benchmarks, left_out }: Measurements): string {
  return [
    ...benchmarks.flatMap(({ name, figures }) => [`\n${name}\n`, ...figures.map(medianLine)]),
    ...left_out.map(({ name, reason }) => `\nLeft out: ${name}: ${reason}.`),
    '\n',
  ].join('');
}

function medianLine({ value, ratio, ...figure }: FigureSummary): string {
  return figureLine({ ...figure, value: value.median, ratio: ratio?.median ?? null });
}
