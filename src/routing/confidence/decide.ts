import type { Routed } from './route-question.js';

/** `accept`: the best workflow answers the question. `ask`: several could. `refuse`: none can. */
export type Decision = 'accept' | 'ask' | 'refuse';

/** Below this confidence, 19 of 20 near misses and no question in scope are found, so that a follow-up question would not help. */
export const askFloor = 0.2;
/** Lowest odds, relative to the best workflow, of a workflow that the caller could mean. */
const plausibleOdds = 0.2;
/** From these odds of the second workflow on, even a confident route is ambiguous. */
const closeOdds = 0.4;
/** A refused question names workflows only above this confidence. */
const namedConfidence = 0.05;

/** Decides what to do with the ranked workflows, and keeps the workflows that are worth showing. */
export function decide<Route extends Pick<Routed, 'confidence' | 'odds'>>(
  ranked: readonly Route[],
  floor: number,
): { decision: Decision; routes: Route[] } {
  const [best, second] = ranked;
  const plausible = ranked.filter(({ odds }) => odds >= plausibleOdds);
  const named = ranked.filter(({ confidence }) => confidence >= namedConfidence);
  if (!best || best.confidence < Math.min(askFloor, floor)) return { decision: 'refuse', routes: named };
  if (best.confidence >= floor && (!second || second.odds < closeOdds))
    return { decision: 'accept', routes: [best, ...plausible.slice(1)] };
  return plausible.length > 1 ? { decision: 'ask', routes: plausible } : { decision: 'refuse', routes: [best] };
}
