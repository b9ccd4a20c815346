import { figureId, type FigureSummary } from '../all/summary.js';
import { median, type Figure } from '../figures.js';

/** A ratio that is worse by more than this share is a loss. */
export const maxLoss = 0.15;
export const guardRuns = 5;
const lossesToFail = 3;

export interface Verdict {
  figure: string;
  committed: number;
  /** NaN if the figure was not measured. */
  median: number;
  /** Loss of the median ratio, as a share of the committed ratio. Negative for a gain. NaN if the figure was not measured. */
  loss: number;
  /** Runs with a loss of more than {@link maxLoss}. */
  losses: number;
  runs: number;
  failed: boolean;
}

/** Compares each committed ratio with the ratios of the runs. Figures without a ratio are not compared: they depend on the machine. */
export function compare(committed: readonly FigureSummary[], runs: readonly (readonly Figure[])[]): Verdict[] {
  return committed.flatMap((figure) => {
    if (figure.ratio === null) return [];
    const id = figureId(figure);
    const base = figure.ratio.median;
    const ratios = runs.flatMap((run) => run.find((other) => figureId(other) === id)?.ratio ?? []);
    const sign = isGreaterBetter(figure.unit) ? -1 : 1;
    // An equal ratio is no loss, also if both are 0.
    const lossOf = (ratio: number) => (ratio === base ? 0 : (sign * (ratio - base)) / base);
    const losses = ratios.filter((ratio) => !(lossOf(ratio) <= maxLoss)).length;
    const middle = ratios.length === 0 ? NaN : median(ratios);
    return [
      {
        figure: id,
        committed: base,
        median: middle,
        loss: lossOf(middle),
        losses,
        runs: ratios.length,
        failed: ratios.length === 0 || losses >= lossesToFail,
      },
    ];
  });
}

/** Whether further runs cannot change a verdict: three runs of five have the same result for each figure. */
export function isDecided(verdicts: readonly Verdict[]): boolean {
  return verdicts.every(({ losses, runs, failed }) => failed || runs - losses > guardRuns - lossesToFail);
}

const greater = new Set(['of 40', '%']);
const smaller = new Set(['ms', 'µs', 'ns', 's', 'MB', 'KB', 'bytes']);

/** Rates are better if they are greater; times and sizes if they are smaller. Throws for other units. */
export function isGreaterBetter(unit: string): boolean {
  if (greater.has(unit) || /(^| )per (CPU-)?second$/.test(unit)) return true;
  if (smaller.has(unit)) return false;
  throw new Error(`add the unit "${unit}" to bench/guard/compare.ts: whether greater or smaller figures are better`);
}
