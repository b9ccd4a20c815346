import { median } from '../figures.js';
import type { Load, LoadOrder } from './load.js';
import type { MeasuredServer } from './measured-server.js';

export interface Contender {
  name: string;
  server: MeasuredServer;
  order: Omit<LoadOrder, 'durationMs'>;
}

export interface Rounds {
  count: number;
  durationMs: number;
  warmUpMs: number;
}

export interface Rate {
  perSecond: number;
  /** Per second of CPU time of the server. Other load on the machine has little effect on it. */
  perCpuSecond: number;
}

/** Medians of each contender, measured alternately (A B C A B C …), so that a temporary slowdown affects all of them. */
export async function measureAlternately(
  load: Load,
  contenders: readonly Contender[],
  rounds: Rounds,
): Promise<Map<string, Rate>> {
  const samples = new Map(contenders.map(({ name }) => [name, [] as Rate[]]));
  for (const contender of contenders) await measure(load, contender, rounds.warmUpMs);
  for (let round = 0; round < rounds.count; round++) {
    for (const contender of contenders) {
      samples.get(contender.name)?.push(await measure(load, contender, rounds.durationMs));
    }
  }
  return new Map([...samples].map(([name, rates]) => [name, medianOf(rates)]));
}

async function measure(load: Load, { name, server, order }: Contender, durationMs: number): Promise<Rate> {
  const usedBefore = await server.cpuSeconds();
  const { statuses, seconds, unexpected } = await load.run({ ...order, durationMs });
  const used = (await server.cpuSeconds()) - usedBefore;
  if (unexpected !== undefined) throw new Error(`${name} responded with ${unexpected}`);
  const responses = statuses[order.expectedStatus] ?? 0;
  return { perSecond: responses / seconds, perCpuSecond: responses / used };
}

const medianOf = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  perCpuSecond: median(rates.map(({ perCpuSecond }) => perCpuSecond)),
});
