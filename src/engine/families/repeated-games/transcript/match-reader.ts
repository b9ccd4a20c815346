import { type Column } from '../../../columns/column.js';
import { columnFinder } from '../../../transcript/agent-record.js';

/** One round as one of the two saw it: 1 to cooperate. */
export interface Round {
  readonly own: number;
  readonly other: number;
}

/** Reads the match of an agent from the table of rounds. */
export function matchReader(events: readonly Column[]): (index: number) => Round[] {
  const named = columnFinder(events);
  const [agent, own, other] = ['agent', 'cooperated', 'partner_cooperated'].map((name) => named(name).values);
  const starts = new Map<number, number>();
  for (let row = 0; row < agent!.length; row++) if (!starts.has(agent![row]!)) starts.set(agent![row]!, row);
  return (index) => {
    const isFirst = index % 2 === 0;
    const first = isFirst ? index : index - 1;
    const rounds: Round[] = [];
    for (let row = starts.get(first) ?? agent!.length; agent![row] === first; row++) {
      const both = [own![row]!, other![row]!] as const;
      rounds.push(isFirst ? { own: both[0], other: both[1] } : { own: both[1], other: both[0] });
    }
    return rounds;
  };
}
