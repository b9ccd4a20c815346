import { coverage } from './coverage.bench.js';
import type { ListedBenchmark } from './all/listed-benchmark.js';
import { create } from './create.bench.js';
import { dashboard } from './dashboard.bench.js';
import { decisions } from './decisions.bench.js';
import { delivery } from './delivery.bench.js';
import { engine } from './engine.bench.js';
import { estimation } from './estimation.bench.js';
import { floor } from './floor.bench.js';
import { heldOut } from './held-out.bench.js';
import { http } from './http.bench.js';
import { interpretation } from './interpretation.bench.js';
import { lists } from './lists.bench.js';
import { load } from './load.bench.js';
import { questions } from './questions.bench.js';
import { queue } from './queue.bench.js';
import { randomness } from './randomness.bench.js';
import { results } from './results.bench.js';
import { router } from './router.bench.js';
import { rowLevelSecurity } from './row-level-security.bench.js';
import { scale } from './scale.bench.js';
import { signIn } from './sign-in.bench.js';
import { simulation } from './simulation.bench.js';
import { start } from './start.bench.js';
import { subgroups } from './subgroups.bench.js';

export const benchmarks: ListedBenchmark[] = [
  { benchmark: coverage, maxMinutes: 600, leftOut: 'takes hours; its figures are in docs/validation' },
  { benchmark: create, maxMinutes: 5 },
  { benchmark: dashboard, maxMinutes: 10 },
  { benchmark: decisions, maxMinutes: 10 },
  { benchmark: delivery, maxMinutes: 10 },
  { benchmark: engine, maxMinutes: 5 },
  { benchmark: estimation, maxMinutes: 5 },
  { benchmark: floor, maxMinutes: 5 },
  { benchmark: heldOut, maxMinutes: 120, leftOut: 'requires the calibration data; its figures are in docs/validation' },
  { benchmark: http, maxMinutes: 10 },
  { benchmark: interpretation, maxMinutes: 5 },
  { benchmark: lists, maxMinutes: 10 },
  { benchmark: load, maxMinutes: 15 },
  {
    benchmark: questions,
    maxMinutes: 60,
    leftOut: 'measures correct answers, not speed; its figures are in docs/analyst/questions.md',
  },
  { benchmark: queue, maxMinutes: 10 },
  { benchmark: randomness, maxMinutes: 10 },
  { benchmark: results, maxMinutes: 10 },
  { benchmark: router, maxMinutes: 60, leftOut: 'requires public question data' },
  {
    benchmark: rowLevelSecurity,
    maxMinutes: 30,
    leftOut: 'compares a design that is not used; its figures are in ADR 0011',
  },
  { benchmark: scale, maxMinutes: 20 },
  { benchmark: signIn, maxMinutes: 10 },
  { benchmark: simulation, maxMinutes: 10 },
  { benchmark: start, maxMinutes: 5 },
  {
    benchmark: subgroups,
    maxMinutes: 60,
    leftOut: 'requires the calibration data; its figures are in docs/validation',
  },
];
