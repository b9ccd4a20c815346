import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { Html, markup } from '../../../common/http/html.js';

/** Fits a column of the page, and a sheet of A4 between its margins. */
const WIDTH = 680;
const LABEL_CHARACTERS = 30;
const CHARACTER_WIDTH = 6;

/** What is used of an element here: the types of browsers are not known to the service. */
interface Drawn {
  querySelector(name: string): { remove(): void } | null;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
  readonly outerHTML: string;
}

/** A document without a browser, in which the plots are built. */
const { document } = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: object };
const plot = Plot.plot as unknown as (options: object) => Drawn;

/** A plot as SVG. It brings no style of its own, so that the page's policy need not allow any. */
export function draw(title: string, options: Omit<Plot.PlotOptions, 'document' | 'style'>): Html {
  const figure = plot({ document, width: WIDTH, marginRight: 24, ...options });
  figure.querySelector('style')?.remove();
  figure.removeAttribute('class');
  figure.setAttribute('font-size', '11');
  // The name is put in here, where it is escaped as everywhere: the document leaves < and > in attributes.
  const svg = new Html(figure.outerHTML.slice('<svg '.length));
  return markup`<svg role="img" aria-label="${title}" ${svg}`;
}

/** A label in lines, so that a long name stands beside the plot and not in it. */
export function inLines(label: string): string {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LABEL_CHARACTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** The room that labels need beside a plot. */
export function labelMargin(labels: readonly string[]): number {
  const longest = Math.max(
    0,
    ...labels.flatMap((label) =>
      inLines(label)
        .split('\n')
        .map((line) => line.length),
    ),
  );
  return Math.min(24 + longest * CHARACTER_WIDTH, WIDTH * 0.4);
}

/** The room that what is said to the right of values needs: the scale ends where the values do. */
export function toldMargin(told: readonly string[]): number {
  return 24 + Math.max(0, ...told.map((text) => text.length)) * CHARACTER_WIDTH;
}

/** A tick needs no digit that says nothing: `20%`, not `20.0%`. */
export const tick = (format: (value: number) => string) => (value: number) =>
  format(value).replace(/\.(\d*?)0+(?!\d)/, (_, digits: string) => (digits === '' ? '' : `.${digits}`));
