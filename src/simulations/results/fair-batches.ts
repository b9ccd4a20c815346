import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many agents are told before other requests get their turn: a transcript takes up to half a millisecond. */
const agentsPerTurn = 16;
/**
 * How many turns a reader has before another one. While a reader waits for its turn, its last piece of text is still referred to; what lives
 * that long is moved to the old heap, whose garbage V8 leaves for seconds: with 20 readers, one turn each, it held 200 MB of it.
 */
const turnsOfOne = 32;

const waiting: Waiting[] = [];
let isGiving = false;

interface Waiting {
  readonly reader: object;
  readonly begin: () => void;
}

/** The agents, some at a time. Of all readers together, one has its turn between two looks at the network. */
export async function* fairBatches(agents: Int32Array): AsyncGenerator<number[]> {
  for (let from = 0; from < agents.length; from += agentsPerTurn) {
    if (from > 0) await turnOf(agents);
    yield Array.from(agents.subarray(from, from + agentsPerTurn));
  }
}

function turnOf(reader: object): Promise<void> {
  return new Promise((begin) => {
    waiting.push({ reader, begin });
    if (!isGiving) void giveTurns();
  });
}

/** In order, but for the one who had the turn before and is back: one who waits for a slow network keeps nobody. */
async function giveTurns(): Promise<void> {
  isGiving = true;
  let [had, turns]: [object | undefined, number] = [undefined, 0];
  for (await nextTurn(); waiting.length > 0; await nextTurn()) {
    const again = turns < turnsOfOne ? waiting.findIndex(({ reader }) => reader === had) : -1;
    const [next] = waiting.splice(Math.max(again, 0), 1);
    turns = again === -1 ? 1 : turns + 1;
    had = next?.reader;
    next?.begin();
  }
  isGiving = false;
}
