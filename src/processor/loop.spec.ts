import { Logger } from '@nestjs/common';
import { Loop } from './loop.js';

Logger.overrideLogger(false);

const hour = 3_600_000;

function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

describe('Loop', () => {
  it('A loop that is woken several times while it runs runs once more, never concurrently', async () => {
    const gates = [gate(), gate(), gate()];
    let started = 0;
    const loop = new Loop('test', hour, () => gates[started++]?.passed ?? Promise.resolve());
    loop.wake();
    loop.wake();
    loop.wake();
    expect(started).toBe(1);
    gates[0]?.open();
    await turns(10);
    expect(started).toBe(2);
    gates[1]?.open();
    await turns(10);
    expect(started).toBe(2);
    await loop.stop();
  });

  it('A loop that only others wake does not run before', async () => {
    let calls = 0;
    const loop = new Loop('test', null, () => Promise.resolve(void calls++));
    expect(calls).toBe(0);
    loop.wake();
    expect(calls).toBe(1);
    await loop.stop();
  });

  it('A loop continues after a failure', async () => {
    let calls = 0;
    const loop = new Loop('test', hour, () => {
      calls++;
      return calls === 1 ? Promise.reject(new Error('unavailable')) : Promise.resolve();
    });
    await turns(10);
    loop.wake();
    await turns(10);
    expect(calls).toBe(2);
    await loop.stop();
  });

  it('Stopping a loop waits for the current run and starts no other', async () => {
    const { passed, open } = gate();
    let started = 0;
    const loop = new Loop('test', hour, () => {
      started++;
      return passed;
    });
    loop.wake();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await turns(10);
    expect(stopped).toBe(false);
    open();
    await stopping;
    await turns(10);
    expect(started).toBe(1);
  });
});
