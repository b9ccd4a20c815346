import { parseArgs } from 'node:util';
import { measureAll } from './all/all.js';
import { figureLine, summaryLines } from './all/text.js';
import { benchmarks } from './benchmarks.js';
import { guard } from './guard/guard.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    repetitions: { type: 'string' },
    cases: { type: 'string' },
    record: { type: 'boolean' },
    service: { type: 'boolean' },
    trace: { type: 'boolean' },
    runs: { type: 'string', default: '1' },
    long: { type: 'boolean', default: false },
  },
});
const [command, ...names] = positionals;

if (command === 'all') process.exit(await all());
if (command === 'guard') process.exit((await guard(names)) ? 0 : 1);
process.exit(await one());

async function all(): Promise<number> {
  const measured = await measureAll({ names, long: values.long, runs: Number(values.runs) });
  process.stdout.write(values.json ? `${JSON.stringify(measured, sixDigits, 2)}\n` : summaryLines(measured));
  for (const { error } of measured.failed) process.stderr.write(`${error}\n`);
  return measured.failed.length === 0 ? 0 : 1;
}

async function one(): Promise<number> {
  const benchmark = benchmarks.map((entry) => entry.benchmark).find(({ name }) => name === command);
  if (!benchmark) {
    process.stderr.write(usage());
    return 2;
  }
  const figures = await benchmark.run({
    ...(values.repetitions !== undefined && { repetitions: Number(values.repetitions) }),
    ...(values.cases !== undefined && { cases: values.cases.split(',') }),
    ...(values.record !== undefined && { record: values.record }),
    ...(values.service !== undefined && { service: values.service }),
    ...(values.trace !== undefined && { trace: values.trace }),
  });
  process.stdout.write(
    values.json ? `${JSON.stringify({ name: benchmark.name, figures })}\n` : figures.map(figureLine).join(''),
  );
  return 0;
}

function usage(): string {
  return [
    'Usage: npm run bench -- NAME [--json] [--repetitions N] [--cases ID,…] [--record] [--service] [--trace]',
    '       npm run bench -- all [NAME…] [--json] [--runs N] [--long]',
    '       npm run bench -- guard [NAME…]',
    ...benchmarks.map(({ benchmark: { name, about } }) => `  ${name.padEnd(18)} ${about}`),
    '  all                runs the benchmarks one after another, each in a process of its own',
    '  guard              compares ratios with docs/benchmarks.json; fails on a loss of more than 15% in 3 runs of 5',
    '',
  ].join('\n');
}

function sixDigits(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
