import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many agents are told before other requests get their turn: a transcript takes up to half a millisecond. */
const agentsPerTurn = 16;

/** The agents, some at a time. */
export async function* inTurns(agents: Int32Array): AsyncGenerator<number[]> {
  for (let from = 0; from < agents.length; from += agentsPerTurn) {
    if (from > 0) await nextTurn();
    yield Array.from(agents.subarray(from, from + agentsPerTurn));
  }
}
