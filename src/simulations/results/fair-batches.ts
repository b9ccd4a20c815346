import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';

/** Agents that are rendered before other requests can run: rendering a transcript takes up to half a millisecond. */
const agentsPerBatch = 16;
/**
 * Maximum consecutive batches of one reader. While a reader waits, its last text stays in memory. Text that lives that long moves to V8's
 * old heap, where garbage is collected only after seconds: with 20 readers of one batch each, it used 200 MB.
 */
const maxConsecutiveBatches = 32;

const waiting: Waiting[] = [];
let isScheduling = false;

interface Waiting {
  readonly reader: object;
  readonly start: () => void;
}

/** Yields the agents in batches. All readers share the thread: between two turns of the event loop, only one of them runs. */
export async function* fairBatches(agents: Int32Array): AsyncGenerator<number[]> {
  for (let from = 0; from < agents.length; from += agentsPerBatch) {
    if (from > 0) await waitForTurn(agents);
    yield Array.from(agents.subarray(from, from + agentsPerBatch));
  }
}

function waitForTurn(reader: object): Promise<void> {
  return new Promise((start) => {
    waiting.push({ reader, start });
    if (!isScheduling) void scheduleTurns();
  });
}

/**
 * Starts waiting readers in order of arrival, except that the last reader may continue. A reader with a slow network does not wait here,
 * so that it does not delay the others.
 */
async function scheduleTurns(): Promise<void> {
  isScheduling = true;
  let [lastReader, batches]: [object | undefined, number] = [undefined, 0];
  for (await nextEventLoopTurn(); waiting.length > 0; await nextEventLoopTurn()) {
    const again = batches < maxConsecutiveBatches ? waiting.findIndex(({ reader }) => reader === lastReader) : -1;
    const [next] = waiting.splice(Math.max(again, 0), 1);
    batches = again === -1 ? 1 : batches + 1;
    lastReader = next?.reader;
    next?.start();
  }
  isScheduling = false;
}
