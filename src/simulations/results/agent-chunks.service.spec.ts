import { fairBatches } from './agent-chunks.service.js';

const agentCount = 4_000;
const agents = () => Int32Array.from({ length: agentCount }, (_, index) => index);

describe('fairBatches', () => {
  it('Each of several concurrent readers receives all agents in order', async () => {
    const read = async (selected = agents()) => {
      const indices: number[] = [];
      for await (const batch of fairBatches(selected)) indices.push(...batch);
      return indices;
    };
    const expected = [...agents()];
    for (const indices of await Promise.all([read(), read(), read()])) expect(indices).toEqual(expected);
    expect(await read(new Int32Array())).toEqual([]);
  });

  it('Concurrent readers progress together: when the first is finished, all have read more than half', async () => {
    const readers = 5;
    const progress = Array.from({ length: readers }, () => 0);
    let atFirstEnd: number[] | undefined;
    const read = async (reader: number) => {
      for await (const batch of fairBatches(agents())) progress[reader]! += batch.length;
      atFirstEnd ??= [...progress];
    };
    await Promise.all(progress.map((_, reader) => read(reader)));
    expect(Math.min(...(atFirstEnd ?? [0]))).toBeGreaterThan(agentCount / 2);
  });

  it('A reader that pauses or stops does not block other readers', async () => {
    const slow = fairBatches(agents());
    await slow.next();
    const stopped = fairBatches(agents());
    await stopped.next();
    await stopped.return(undefined);
    let count = 0;
    for await (const batch of fairBatches(agents())) count += batch.length;
    expect(count).toBe(agentCount);
    let rest = 0;
    for await (const batch of slow) rest += batch.length;
    expect(rest).toBeGreaterThan(0);
  });

  it('Other work runs in the thread between two batches', async () => {
    let [otherTurns, isReading] = [0, true];
    const other = () => {
      otherTurns += 1;
      if (isReading) setImmediate(other);
    };
    setImmediate(other);
    let batches = 0;
    for await (const batch of fairBatches(agents())) batches += batch.length > 0 ? 1 : 0;
    isReading = false;
    expect(otherTurns).toBeGreaterThanOrEqual(batches - 2);
  });
});
