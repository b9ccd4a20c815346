import { parentPort, workerData } from 'node:worker_threads';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { coverageCases } from './cases.js';
import { type Known, noSamples, repeat, type Samples } from './repetition.js';

/** Part of the repetitions of one case: `first`, `first + step`, and so on, below `count`. */
export interface Task {
  readonly name: string;
  readonly known: Known;
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

export interface TaskResult {
  readonly samples: Samples;
  /** Message and number of repetitions without a result, because the fit or the simulation failed. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The seeds of two cases never overlap. */
const seedsPerCase = 1_000_000;

function runTask({ name, known, first, step, count }: Task): TaskResult {
  const cases = coverageCases();
  const position = cases.findIndex((one) => one.name === name);
  const coverageCase = cases[position]!;
  const recipe = parseRecipe(coverageCase.recipe);
  const samples = noSamples();
  const failures: Record<string, number> = {};
  for (let k = first; k < count; k += step) {
    try {
      repeat(coverageCase, recipe, known, (position + 1) * seedsPerCase + k, samples);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failures[message] = (failures[message] ?? 0) + 1;
    }
  }
  return { samples, failures };
}

parentPort?.postMessage(runTask(workerData as Task));
