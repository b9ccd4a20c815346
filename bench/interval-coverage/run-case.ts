import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type CoverageCase, type Target, targets } from './coverage-case.js';
import { parseRecipe } from '../../src/calibration/recipe/parse-recipe.js';
import { randomOf } from './random.js';
import { bootstrapPopulation } from './refit.js';
import type { Task, TaskResult } from './worker.js';

/** Measured coverage of one quantity. */
export interface TargetCoverage {
  readonly target: Target;
  readonly truth: number;
  readonly intervals: number;
  /** Share of the intervals that contain the true value. */
  readonly coverage: number;
  /** Mean width of the intervals. */
  readonly width: number;
  /** Mean error of the estimates. */
  readonly bias: number;
  /** Standard deviation of the estimates. An interval of exact width is 2 × 1.96 of it. */
  readonly deviation: number;
}

export interface CaseCoverage {
  readonly name: string;
  readonly label: string;
  readonly respondents: number;
  readonly agents: number;
  readonly repetitions: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Ratio of the population error to the error of a mean over independent respondents. Null without this error. */
  readonly population_ratio: number | null;
  readonly targets: readonly TargetCoverage[];
}

/** Runs all repetitions of a case on all processors. */
export async function runCase(coverageCase: CoverageCase, repetitions: number): Promise<CaseCoverage> {
  const truth = coverageCase.truth();
  const population = bootstrapPopulation(parseRecipe(coverageCase.recipe), coverageCase.draw(randomOf(0)));
  const step = Math.min(availableParallelism(), repetitions);
  const parts = await Promise.all(
    Array.from({ length: step }, (_, first) =>
      runTask({ name: coverageCase.name, known: { truth, population }, first, step, count: repetitions }),
    ),
  );
  const failures: Record<string, number> = {};
  for (const part of parts)
    for (const [message, count] of Object.entries(part.failures)) failures[message] = (failures[message] ?? 0) + count;
  return {
    name: coverageCase.name,
    label: coverageCase.label,
    respondents: coverageCase.respondents,
    agents: coverageCase.agents,
    repetitions,
    failures,
    population_ratio: population?.ratio ?? null,
    targets: targets.flatMap((target) => {
      const sum = (key: keyof TaskResult['tallies'][Target]) =>
        parts.reduce((total, { tallies }) => total + tallies[target][key], 0);
      const intervals = sum('intervals');
      if (intervals === 0) return [];
      const bias = sum('error') / intervals;
      return [
        {
          target,
          truth: truth[target]!,
          intervals,
          coverage: sum('covered') / intervals,
          width: sum('width') / intervals,
          bias,
          deviation: Math.sqrt(Math.max(0, sum('squaredError') / intervals - bias ** 2)),
        },
      ];
    }),
  };
}

function runTask(task: Task): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
