import { coverage } from './coverage.bench.js';
import type { ListedBenchmark } from './all/listed-benchmark.js';
import { create } from './create.bench.js';
import { engine } from './engine.bench.js';
import { estimation } from './estimation.bench.js';
import { heldOut } from './held-out.bench.js';
import { interpretation } from './interpretation.bench.js';
import { isolation } from './isolation.bench.js';
import { load } from './load.bench.js';
import { questions } from './questions.bench.js';
import { queue } from './queue.bench.js';
import { router } from './router.bench.js';
import { scale } from './scale.bench.js';
import { simulation } from './simulation.bench.js';
import { subgroups } from './subgroups.bench.js';

export const benchmarks: ListedBenchmark[] = [
  { benchmark: coverage, maxMinutes: 600, leftOut: 'takes hours; its figures are in docs/validation' },
  { benchmark: create, maxMinutes: 5 },
  { benchmark: engine, maxMinutes: 5 },
  { benchmark: estimation, maxMinutes: 5 },
  { benchmark: heldOut, maxMinutes: 120, leftOut: 'requires the calibration data; its figures are in docs/validation' },
  { benchmark: interpretation, maxMinutes: 5 },
  { benchmark: isolation, maxMinutes: 15, leftOut: 'its figures are in docs/operator/performance.md' },
  { benchmark: load, maxMinutes: 15 },
  {
    benchmark: questions,
    maxMinutes: 60,
    leftOut: 'measures correct answers, not speed; its figures are in docs/analyst/questions.md',
  },
  { benchmark: queue, maxMinutes: 10 },
  { benchmark: router, maxMinutes: 60, leftOut: 'requires public question data' },
  { benchmark: scale, maxMinutes: 20 },
  { benchmark: simulation, maxMinutes: 10 },
  {
    benchmark: subgroups,
    maxMinutes: 60,
    leftOut: 'requires the calibration data; its figures are in docs/validation',
  },
];
