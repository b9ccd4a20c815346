import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Figure } from '../figures.js';
import type { ListedBenchmark } from './listed-benchmark.js';

const script = new URL('../bench.js', import.meta.url).pathname;

/** Runs a benchmark in a process of its own, so that no benchmark affects the next one. Throws if it fails or takes too long. */
export async function runBenchmark({ benchmark: { name }, maxMinutes }: ListedBenchmark): Promise<Figure[]> {
  const child = spawn(process.execPath, [script, name, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: maxMinutes * 60_000,
  });
  const [output, [code, signal]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  if (signal !== null) throw new Error(`${name} was stopped by ${signal}; its limit is ${maxMinutes} minutes`);
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}`);
  // The measured processes can write log lines before.
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  return (JSON.parse(lastLine) as { figures: Figure[] }).figures;
}
