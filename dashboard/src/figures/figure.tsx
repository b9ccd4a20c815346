import type { BlockOf, Chart, Row, SeriesId } from '../../../src/simulations/view/view.schema';
import { loadLater } from '../components/states';

export type { Chart, Row };
export type FigureBlock = BlockOf<'figure'>;

/** The series of a chart with several lines of equal rank. */
export const lineSeries: readonly SeriesId[] = ['scenario', 'second', 'third', 'fourth', 'fifth'];

/** A chart with its numbers, drawn as in reports. The plotting library is loaded with the first one. */
export const Figure = loadLater<{ figure: FigureBlock }>(() => import('./drawn-figure'), 4);
