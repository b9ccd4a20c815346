import type { PlotOptions } from '@observablehq/plot';
import { Html, markup } from '../../../common/http/html.js';
import { document, Plot } from './plot-library.js';

/** Dimensions of a plot, in pixels. */
export interface PlotSize {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  /** Characters of a line of a label. */
  readonly labelCharacters: number;
  /** Approximate number of ticks. */
  readonly ticks: number;
}

/**
 * A plot is drawn twice, because the text of one drawing cannot be readable on a phone and on a sheet of paper. The style of the page shows one
 * of them.
 */
const sizes: readonly PlotSize[] = [
  // Fits the column of the page and an A4 sheet between its margins.
  { name: 'wide', width: 720, labelCharacters: 32, ticks: 6 },
  // Fits a phone of 360 pixels.
  { name: 'narrow', width: 344, labelCharacters: 16, ticks: 3 },
];

/** Pixels of a character of the widest common system font. */
const characterWidth = 7.2;
export const fontSize = 12;
export const lineHeight = 15;
const maxLabelLines = 4;

/** The members of an element that are used here, because the service has no browser types. */
interface SvgElement {
  querySelector(name: string): { remove(): void } | null;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

type Options = Omit<PlotOptions, 'document' | 'style' | 'width'>;

/**
 * Draws a plot as SVG, in each size. It contains no style, so that the content security policy of the page needs no exception. Colors are
 * variables of the style of the page, because they differ between light and dark.
 */
export function draw(title: string, optionsOf: (size: PlotSize) => Options): Html {
  return markup`${sizes.map((size) => markup`<div class="${size.name}">${drawIn(size, title, optionsOf(size))}</div>`)}`;
}

function drawIn(size: PlotSize, title: string, options: Options): Html {
  const plot = Plot.plot as unknown as (options: object) => SvgElement;
  const figure = plot({ document, width: size.width, marginRight: 16, marginTop: 10, ...options });
  figure.querySelector('style')?.remove();
  figure.removeAttribute('class');
  figure.setAttribute('font-size', String(fontSize));
  // The name is added here, because `markup` escapes it: the document does not escape < and > in attributes.
  const svg = new Html(withShortNumbers(withoutGroupLabels(figure.outerHTML.slice('<svg '.length))));
  return markup`<svg role="img" aria-label="${title}" ${svg}`;
}

/** Groups of marks have no role, so that a label is not valid there. */
const withoutGroupLabels = (svg: string) => svg.replaceAll(/(<g [^>]*?)aria-label="/g, '$1data-mark="');

/** Rounds coordinates to hundredths of a pixel, which shortens the page by a fifth. Texts are between tags, so that they stay. */
const withShortNumbers = (svg: string) => svg.replaceAll(/(\d\.\d\d)\d+(?=[^<>]*>)/g, '$1');

/** Breaks a label into lines, so that a long name does not overlap the plot. The table of the figure contains the complete label. */
export function wrapLabel(label: string, maxCharacters: number): string {
  const words = label.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${maxCharacters}}`, 'gu')) ?? []);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= maxCharacters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= maxLabelLines ? lines.join('\n') : `${lines.slice(0, maxLabelLines).join('\n')}…`;
}

/** Returns the pixels that these texts need, each with one or more lines. */
export function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split('\n').map((line) => line.length))) * characterWidth;
}

/** Formats a tick without trailing zeros: `20%`, not `20.0%`. */
export const tick = (format: (value: number) => string) => (value: number) =>
  format(value).replace(/\.(\d*?)0+(?!\d)/, (_, digits: string) => (digits === '' ? '' : `.${digits}`));
