import { fairBatches } from './fair-batches.js';

const agentCount = 4_000;
const agents = () => Int32Array.from({ length: agentCount }, (_, index) => index);

describe('agents told in turns', () => {
  it('are all of them, in their order, whatever else is told meanwhile', async () => {
    const tell = async (of = agents()) => {
      const told: number[] = [];
      for await (const some of fairBatches(of)) told.push(...some);
      return told;
    };
    const expected = [...agents()];
    for (const told of await Promise.all([tell(), tell(), tell()])) expect(told).toEqual(expected);
    expect(await tell(new Int32Array())).toEqual([]);
  });

  it('go to each reader in its turn: none is through before all have begun, and none stands still', async () => {
    const readers = 5;
    const progress = Array.from({ length: readers }, () => 0);
    let atFirstEnd: number[] | undefined;
    const tell = async (reader: number) => {
      for await (const some of fairBatches(agents())) progress[reader]! += some.length;
      atFirstEnd ??= [...progress];
    };
    await Promise.all(progress.map((_, reader) => tell(reader)));
    expect(Math.min(...(atFirstEnd ?? [0]))).toBeGreaterThan(agentCount / 2);
  });

  it('wait for no reader that takes nothing, or has gone', async () => {
    const slow = fairBatches(agents());
    await slow.next();
    const gone = fairBatches(agents());
    await gone.next();
    await gone.return(undefined);
    let told = 0;
    for await (const some of fairBatches(agents())) told += some.length;
    expect(told).toBe(agentCount);
    let late = 0;
    for await (const some of slow) late += some.length;
    expect(late).toBeGreaterThan(0);
  });

  it('leave the thread to others between two turns', async () => {
    let [others, isTelling] = [0, true];
    const other = () => {
      others += 1;
      if (isTelling) setImmediate(other);
    };
    setImmediate(other);
    let turns = 0;
    for await (const some of fairBatches(agents())) turns += some.length > 0 ? 1 : 0;
    isTelling = false;
    expect(others).toBeGreaterThanOrEqual(turns - 2);
  });
});
