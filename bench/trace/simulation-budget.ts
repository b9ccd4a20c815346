import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Figure } from '../figures.js';
import type { BenchService } from '../service.js';
import type { CollectedSpan, TraceCollector } from './trace-collector.js';

const exportTimeoutMs = 10_000;
const pollIntervalMs = 20;
const msOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000;

interface Period {
  startMs: number;
  endMs: number;
}

/** The parts of a simulation, in their order. They do not overlap, and their sum is the time from the request to its response. */
export type Budget = Map<string, number>;

/** Creates a simulation, waits for its end with `Prefer: wait`, and returns the time of each part, from the spans of the service. */
export async function traceSimulation(
  { url, key }: BenchService,
  collector: TraceCollector,
  body: object,
): Promise<Budget> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' };
  const startMs = performance.timeOrigin + performance.now();
  const response = await fetch(`${url}/v1/simulations`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = (await response.json()) as { data?: { status: string } };
  const endMs = performance.timeOrigin + performance.now();
  if (data?.status !== 'completed') throw new Error(`a traced simulation did not complete: ${response.status}`);
  const spans = await spansOf(collector, response.headers.get('x-request-id') ?? '');
  collector.spans.length = 0;
  return budgetOf(spans, { startMs, endMs });
}

/** The processes export spans in batches, so that the last ones arrive after the response. */
async function spansOf(collector: TraceCollector, requestId: string): Promise<CollectedSpan[]> {
  const deadlineMs = performance.now() + exportTimeoutMs;
  while (performance.now() < deadlineMs) {
    const request = collector.spans.find(({ attributes }) => attributes['svc.request_id'] === requestId);
    const spans = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
    const names = new Set(spans.map(({ name }) => name));
    if (names.has('simulation.run') && names.has('simulation.store') && names.has('POST /v1/simulations')) return spans;
    await sleep(pollIntervalMs);
  }
  throw new Error('the spans of a simulation did not arrive');
}

function budgetOf(spans: readonly CollectedSpan[], whole: Period): Budget {
  const period = (name: string): Period => {
    const span = spans.find((one) => one.name === name);
    if (!span) throw new Error(`the span ${name} is missing`);
    return { startMs: msOf(span.startTimeUnixNano), endMs: msOf(span.endTimeUnixNano) };
  };
  const stages = spans
    .filter(({ name }) => name.startsWith('engine.'))
    .map(({ name }) => ({ name, ...period(name) }))
    .sort((a, b) => a.startMs - b.startMs);
  const [transaction, claim, compute, store] = [
    period('database.transaction'),
    period('simulation.claim'),
    period('simulation.compute'),
    period('simulation.store'),
  ];
  const [first, last] = [stages[0], stages.at(-1)];
  if (!first || !last) throw new Error('the spans of the engine are missing');
  return new Map([
    ['HTTP, until the transaction', transaction.startMs - whole.startMs],
    ['transaction', transaction.endMs - transaction.startMs],
    // A claim can start before the commit, and wait in the database for claims of others.
    ['wake-up, until the claim', claim.startMs - transaction.endMs],
    ['claim', claim.endMs - claim.startMs],
    ['to the thread', first.startMs - claim.endMs],
    ...stages.map(({ name, startMs, endMs }): [string, number] => [name, endMs - startMs]),
    ['from the thread', compute.endMs - last.endMs],
    ['store and commit', store.endMs - compute.endMs],
    ['notification and response', whole.endMs - store.endMs],
  ]);
}

/** The median of each part, with its share of the median of the whole. */
export function budgetFigures(title: string, budgets: readonly Budget[]): Figure[] {
  const total = median(budgets.map((budget) => [...budget.values()].reduce((sum, value) => sum + value, 0)));
  const against = `created → completed, ${title}`;
  const parts = [...(budgets[0]?.keys() ?? [])].map((part) => {
    const value = median(budgets.map((budget) => budget.get(part) ?? 0));
    return { case: `  ${part}`, value, unit: 'ms', against, ratio: value / total };
  });
  return [{ case: against, value: total, unit: 'ms', against: null, ratio: null }, ...parts];
}
