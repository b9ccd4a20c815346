import { median, type Figure } from '../figures.js';

/** Median, minimum and maximum of several runs. */
export interface Spread {
  median: number;
  minimum: number;
  maximum: number;
}

export interface FigureSummary {
  case: string;
  unit: string;
  value: Spread;
  against: string | null;
  ratio: Spread | null;
}

/** Identifies a figure between runs. Figures of one case can have several units and comparisons. */
export const figureId = ({ case: name, unit, against }: Pick<Figure, 'case' | 'unit' | 'against'>): string =>
  against === null ? `${name} (${unit})` : `${name} (${unit}), compared with ${against}`;

/** Summarizes the figures of several runs, in the order of their first appearance. */
export function summarize(runs: readonly (readonly Figure[])[]): FigureSummary[] {
  const figures = runs.flat();
  const ids = [...new Set(figures.map(figureId))];
  return ids.flatMap((id) => {
    const samples = figures.filter((figure) => figureId(figure) === id);
    const [first] = samples;
    if (!first) return [];
    const ratios = samples.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
    return [
      {
        case: first.case,
        unit: first.unit,
        value: spread(samples.map(({ value }) => value)),
        against: first.against,
        ratio: ratios.length === 0 ? null : spread(ratios),
      },
    ];
  });
}

function spread(sample: readonly number[]): Spread {
  return { median: median(sample), minimum: Math.min(...sample), maximum: Math.max(...sample) };
}
