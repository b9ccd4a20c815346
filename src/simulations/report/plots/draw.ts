import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { Html, markup } from '../../../common/http/html.js';

/** Pixels. Fits the column of the page and an A4 sheet between its margins. */
const plotWidth = 680;
const maxLabelCharacters = 30;
const characterWidth = 6;

/** The members of an element that are used here, because the service has no browser types. */
interface SvgElement {
  querySelector(name: string): { remove(): void } | null;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

/** A document without a browser, in which plots are built. */
const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: object };
const plot = Plot.plot as unknown as (options: object) => SvgElement;

/** Draws a plot as SVG. It contains no style, so that the content security policy of the page needs no exception. */
export function draw(title: string, options: Omit<Plot.PlotOptions, 'document' | 'style'>): Html {
  const figure = plot({ document, width: plotWidth, marginRight: 24, ...options });
  figure.querySelector('style')?.remove();
  figure.removeAttribute('class');
  figure.setAttribute('font-size', '11');
  // The name is added here, because `markup` escapes it: the document does not escape < and > in attributes.
  const svg = new Html(figure.outerHTML.slice('<svg '.length));
  return markup`<svg role="img" aria-label="${title}" ${svg}`;
}

/** Breaks a label into lines, so that a long name does not overlap the plot. */
export function wrapLabel(label: string): string {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= maxLabelCharacters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Returns the left margin for labels, in pixels. */
export function labelMargin(labels: readonly string[]): number {
  const longest = Math.max(
    0,
    ...labels.flatMap((label) =>
      wrapLabel(label)
        .split('\n')
        .map((line) => line.length),
    ),
  );
  return Math.min(24 + longest * characterWidth, plotWidth * 0.4);
}

/** Returns the right margin for the texts next to values, in pixels, because the scale ends at the largest value. */
export function valueMargin(texts: readonly string[]): number {
  return 24 + Math.max(0, ...texts.map((text) => text.length)) * characterWidth;
}

/** Formats a tick without trailing zeros: `20%`, not `20.0%`. */
export const tick = (format: (value: number) => string) => (value: number) =>
  format(value).replace(/\.(\d*?)0+(?!\d)/, (_, digits: string) => (digits === '' ? '' : `.${digits}`));
