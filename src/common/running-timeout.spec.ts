import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { setRunningTimeout } from './concurrency-limit.js';

const timeoutMs = 200;

/** Blocks this process, as a pause of the machine does. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('setRunningTimeout', () => {
  it('The timeout passes while the process runs', async () => {
    await new Promise<void>((resolve) => setRunningTimeout(timeoutMs, resolve));
  });

  it('A canceled timeout has no effect', async () => {
    let hasPassed = false;
    const cancel = setRunningTimeout(timeoutMs, () => (hasPassed = true));
    cancel();
    await sleep(2 * timeoutMs);
    expect(hasPassed).toBe(false);
  });

  it.each([1.2, 3])(
    'After a pause of the process of %f times the timeout, a reply that has arrived comes first',
    async (times) => {
      const replies = new MessageChannel();
      const first = new Promise<string>((resolve) => {
        const cancel = setRunningTimeout(timeoutMs, () => resolve('timeout'));
        replies.port2.on('message', () => {
          cancel();
          resolve('reply');
        });
      });
      await setImmediate(); // the event loop runs its timers next, before it reads
      replies.port1.postMessage('reply');
      pause(times * timeoutMs);
      expect(await first).toBe('reply');
      replies.port1.close();
    },
  );

  it('After a pause of the process, the timeout passes if no reply arrives', async () => {
    const passed = new Promise<void>((resolve) => setRunningTimeout(timeoutMs, resolve));
    pause(3 * timeoutMs);
    await passed;
  });
});
