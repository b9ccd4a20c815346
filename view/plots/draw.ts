import * as Plot from '@observablehq/plot';

export type SizeName = 'wide' | 'medium' | 'narrow';

/** Dimensions of a plot, in pixels. */
export interface PlotSize {
  readonly name: SizeName;
  readonly width: number;
  /** Characters of a line of a label. */
  readonly labelCharacters: number;
  /** Approximate number of ticks. */
  readonly ticks: number;
}

const sizes: Readonly<Record<SizeName, PlotSize>> = {
  /** Fits the column of a page, and an A4 sheet between its margins. */
  wide: { name: 'wide', width: 720, labelCharacters: 32, ticks: 6 },
  /** Fits one of two columns. */
  medium: { name: 'medium', width: 560, labelCharacters: 22, ticks: 5 },
  /** Fits a phone of 360 pixels. */
  narrow: { name: 'narrow', width: 344, labelCharacters: 16, ticks: 3 },
};

/** The size for a place of this width: a smaller drawing would have a text that is too large, and a larger one a text that is too small. */
export const sizeFor = (width: number): SizeName => (width >= 660 ? 'wide' : width >= 460 ? 'medium' : 'narrow');

/** SVG in a size, because the text of one drawing cannot be readable on a phone and on a sheet of paper. */
export type Drawing = (size: SizeName) => string;

/** The document in which plots are built: that of the browser, or another one that a process without a browser sets. */
let plotDocument: unknown = (globalThis as { document?: unknown }).document;
export function drawIn(document: unknown): void {
  plotDocument = document;
}

/** Pixels of a character of the widest common system font. */
const characterWidth = 7.2;
export const fontSize = 12;
export const lineHeight = 15;
const maxLabelLines = 4;

/** The members of an element that are used here, because code of the service has no browser types. */
interface SvgElement {
  querySelector(name: string): { remove(): void } | null;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

interface Options extends Omit<Plot.PlotOptions, 'document' | 'style' | 'width'> {
  /** Whether the SVG has its vertical scale, so that a page can place a control over it. */
  hasScale?: boolean;
}

/**
 * Draws a plot as SVG, in each size. It contains no style, so that the content security policy of a page needs no exception. Colors are
 * variables of the style of the page, because they differ between light and dark. The SVG has no name: the element around it has one.
 */
export function draw(optionsOf: (size: PlotSize) => Options): Drawing {
  return (name) => svgOf(sizes[name], optionsOf(sizes[name]));
}

interface PlotElement extends SvgElement {
  scale(name: 'y'): { domain: readonly number[]; range: readonly number[] };
}

function svgOf({ width }: PlotSize, { hasScale = false, ...options }: Options): string {
  const plot = Plot.plot as unknown as (options: object) => PlotElement;
  const figure = plot({ document: plotDocument, width, marginRight: 16, marginTop: 10, ...options });
  figure.querySelector('style')?.remove();
  figure.removeAttribute('class');
  figure.setAttribute('font-size', String(fontSize));
  figure.setAttribute('aria-hidden', 'true');
  if (hasScale) {
    const { domain, range } = figure.scale('y');
    figure.setAttribute('data-y', [...domain, ...range].join(' '));
  }
  return withShortNumbers(withoutGroupLabels(figure.outerHTML));
}

/** Groups of marks have no role, so that a label is not valid there. */
const withoutGroupLabels = (svg: string) => svg.replaceAll(/(<g [^>]*?)aria-label="/g, '$1data-mark="');

/** Rounds coordinates to hundredths of a pixel, which shortens the page by a fifth. Texts are between tags, so that they stay. */
const withShortNumbers = (svg: string) => svg.replaceAll(/(\d\.\d\d)\d+(?!\d)(?=[^<>]*>)/g, '$1');

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
  format(value).replace(/\.\d+/, (digits) => digits.replace(/(?<!0)0+$/, '').replace(/^\.$/, ''));
