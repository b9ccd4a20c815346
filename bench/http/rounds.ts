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
  /** Of the server's CPU time: what else the machine does matters little to it. */
  perCpuSecond: number;
}

/** The medians of each, measured in turns (A B C A B C …), so that what slows the machine for a while slows all of them. */
export async function inTurns(
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
  if (unexpected !== undefined) throw new Error(`${name} answered ${unexpected}`);
  const answers = statuses[order.expectedStatus] ?? 0;
  return { perSecond: answers / seconds, perCpuSecond: answers / used };
}

const medianOf = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map(({ perSecond }) => perSecond)),
  perCpuSecond: median(rates.map(({ perCpuSecond }) => perCpuSecond)),
});
