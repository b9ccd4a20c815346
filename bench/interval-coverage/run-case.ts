import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { type CoverageCase, targets } from './coverage-case.js';
import { measuredTarget, type TargetCoverage } from './measured-target.js';
import { randomOf } from './random.js';
import { bootstrapPopulation } from './refit.js';
import type { Task, TaskResult } from './worker.js';

export interface CaseCoverage {
  readonly name: string;
  readonly label: string;
  readonly respondents: number;
  readonly agents: number;
  readonly repetitions: number;
  readonly failures: Readonly<Record<string, number>>;
  /** Ratio of the population error to the error of a mean over independent respondents. Null without this error. */
  readonly population_ratio: number | null;
  /** Only for cases with whole calibrations: why a change has an error of the model, and whether the model is wrong. */
  readonly parameter?: 'randomized' | 'other';
  readonly is_model_true?: boolean;
  readonly is_one_data_set?: boolean;
  readonly targets: readonly TargetCoverage[];
}

/** Runs all repetitions of a case on all processors. */
export async function runCase(coverageCase: CoverageCase, repetitions: number): Promise<CaseCoverage> {
  const { whole } = coverageCase;
  const truth = coverageCase.truth();
  const population = whole
    ? undefined
    : bootstrapPopulation(parseRecipe(coverageCase.recipe), coverageCase.draw(randomOf(0)));
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
    ...(whole && {
      parameter: whole.isRandomized ? 'randomized' : 'other',
      is_model_true: whole.isModelTrue,
      is_one_data_set: whole.isOneDataSet ?? false,
    }),
    targets: targets.flatMap((target) => {
      const samples = parts.flatMap((part) => part.samples[target]);
      return samples.length > 0 ? [measuredTarget(target, truth[target]!, samples, whole)] : [];
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
