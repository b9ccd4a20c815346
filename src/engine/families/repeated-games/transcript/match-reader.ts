import type { Column } from '../../../columns/column.js';
import { columnFinder } from '../../../transcript/stored-agents.js';

/** Actions of an agent and its partner in one round: 1 for cooperation. */
export interface Round {
  readonly own: number;
  readonly other: number;
}

/** Returns a function that reads the match of an agent from the event table. */
export function matchReader(events: readonly Column[]): (index: number) => Round[] {
  const columnOf = columnFinder(events);
  const [agent, own, other] = ['agent', 'cooperated', 'partner_cooperated'].map((name) => columnOf(name).values);
  const starts = new Map<number, number>();
  for (let row = 0; row < agent!.length; row++) if (!starts.has(agent![row]!)) starts.set(agent![row]!, row);
  return (index) => {
    const isFirst = index % 2 === 0;
    const first = isFirst ? index : index - 1;
    const rounds: Round[] = [];
    for (let row = starts.get(first) ?? agent!.length; agent![row] === first; row++) {
      const [firstAction, secondAction] = [own![row]!, other![row]!];
      rounds.push(isFirst ? { own: firstAction, other: secondAction } : { own: secondAction, other: firstAction });
    }
    return rounds;
  };
}
