import type * as PlotLibrary from '@observablehq/plot';

/** The packages that draw plots, after {@link loadPlots}. Every process imports the sections of reports, but only one thread draws. */
export let Plot: typeof PlotLibrary;
/** A document without a browser, in which plots are built. */
export let document: object;

export async function loadPlots(): Promise<void> {
  if (Plot) return;
  const { parseHTML } = await import('linkedom');
  const window = parseHTML('<!doctype html><html><body></body></html>') as unknown as { document: object };
  document = window.document;
  Plot = await import('@observablehq/plot');
}
