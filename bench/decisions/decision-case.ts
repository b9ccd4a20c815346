import type { Figure } from '../figures.js';

/** A question of an analyst, measured against a plain answer: a simulation with the same workflow and number of agents. */
export interface DecisionCase {
  readonly id: string;
  run(): Figure[];
}

/** The CPU time of the fastest of several rounds in milliseconds, which other load on the machine affects least. */
export function fastestMs(rounds: number, run: () => void): number {
  run();
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}

/** A figure with its ratio to the plain answer. */
export function againstPlainAnswer(name: string, ms: number, plainMs: number): Figure {
  return { case: name, value: ms, unit: 'ms', against: 'a plain answer', ratio: ms / plainMs };
}
