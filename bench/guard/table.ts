import type { Verdict } from './compare.js';

/** One line for each figure: committed ratio, median of the runs, loss, and runs with a loss. */
export function table(verdicts: readonly Verdict[]): string {
  const width = Math.max(6, ...verdicts.map(({ figure }) => figure.length));
  const head = `${'Figure'.padEnd(width)}  Committed   Median    Loss  Runs with a loss\n`;
  return head + verdicts.map((verdict) => row(verdict, width)).join('');
}

function row({ figure, committed, median, loss, losses, runs, failed }: Verdict, width: number): string {
  const numbers =
    runs === 0
      ? `${committed.toFixed(2).padStart(9)}  not measured`
      : [
          committed.toFixed(2).padStart(9),
          median.toFixed(2).padStart(7),
          `${(100 * loss).toFixed(0)}%`.padStart(6),
          `${losses} of ${runs}`,
        ].join('  ');
  return `${figure.padEnd(width)}  ${numbers}${failed ? '  FAILED' : ''}\n`;
}
