import { parseArgs } from 'node:util';
import { coverage } from './coverage.bench.js';
import { create } from './create.bench.js';
import { engine } from './engine.bench.js';
import { dashboard } from './dashboard.bench.js';
import { delivery } from './delivery.bench.js';
import type { Benchmark } from './figures.js';
import { heldOut } from './held-out.bench.js';
import { http } from './http.bench.js';
import { interpretation } from './interpretation.bench.js';
import { lists } from './lists.bench.js';
import { questions } from './questions.bench.js';
import { queue } from './queue.bench.js';
import { randomness } from './randomness.bench.js';
import { results } from './results.bench.js';
import { router } from './router.bench.js';
import { rowLevelSecurity } from './row-level-security.bench.js';
import { signIn } from './sign-in.bench.js';
import { simulation } from './simulation.bench.js';
import { start } from './start.bench.js';

const benchmarks: Benchmark[] = [
  coverage,
  create,
  dashboard,
  delivery,
  engine,
  heldOut,
  http,
  interpretation,
  lists,
  questions,
  queue,
  randomness,
  results,
  router,
  rowLevelSecurity,
  signIn,
  simulation,
  start,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    repetitions: { type: 'string' },
    cases: { type: 'string' },
    record: { type: 'boolean' },
    service: { type: 'boolean' },
    trace: { type: 'boolean' },
  },
});
const benchmark = benchmarks.find(({ name }) => name === positionals[0]);
if (!benchmark) {
  process.stderr.write(
    'Usage: npm run bench -- NAME [--json] [--repetitions N] [--cases ID,…] [--record] [--service] [--trace]\n',
  );
  for (const { name, about } of benchmarks) process.stderr.write(`  ${name.padEnd(12)} ${about}\n`);
  process.exit(2);
}
const figures = await benchmark.run({
  ...(values.repetitions !== undefined && { repetitions: Number(values.repetitions) }),
  ...(values.cases !== undefined && { cases: values.cases.split(',') }),
  ...(values.record !== undefined && { record: values.record }),
  ...(values.service !== undefined && { service: values.service }),
  ...(values.trace !== undefined && { trace: values.trace }),
});
if (values.json) {
  process.stdout.write(`${JSON.stringify({ name: benchmark.name, figures })}\n`);
} else {
  for (const { case: name, value, unit, against, ratio } of figures) {
    const compared = against === null ? '' : `  ${ratio?.toFixed(2)} × ${against}`;
    process.stdout.write(
      `${name.padEnd(48)} ${(unit === 'p' ? value.toExponential(1) : value.toFixed(1)).padStart(9)} ${unit}${compared}\n`,
    );
  }
}
process.exit(0);
