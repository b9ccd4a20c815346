import { type Column } from '../../../columns/column.js';
import { type States } from '../../../model/products/evaluate-products.js';
import { columnFinder } from '../../../transcript/agent-record.js';

/** What one agent saw of the others before a period: for the equations, and for the story. */
export interface Seen {
  readonly states: States;
  readonly contacts: number;
  readonly adoptedContacts: number;
  readonly groupShare: number;
}

/** Reads what agents saw from the columns of a whole run. */
export function seenReader(columns: readonly Column[], periods: number): (index: number, period: number) => Seen {
  const named = columnFinder(columns);
  const [group, degree, adoptedAt] = ['group', 'contacts', 'adopted_at'].map((name) => named(name).values);
  const contacts = columns.filter(({ name }) => name.startsWith('contact.')).map(({ values }) => values);
  const { sizes, adopted } = groupCounts(group!, adoptedAt!, periods);
  return (index, period) => {
    const own = group![index]!;
    const size = sizes[own]!;
    const hasAdopted = adoptedAt![index]! < period ? 1 : 0;
    const groupShare = size > 1 ? (adopted[own]![period - 1]! - hasAdopted) / (size - 1) : 0;
    const others = contacts.map((contact) => contact[index]!).slice(0, degree![index]);
    const adoptedContacts = others.filter((other) => adoptedAt![other]! < period).length;
    const exposure = others.length > 0 ? adoptedContacts / others.length : 0;
    return {
      states: { period: [period], exposure: [exposure], group_share: [groupShare] },
      contacts: others.length,
      adoptedContacts,
      groupShare,
    };
  };
}

/** Members of each group, and how many of them had adopted by the end of each period: `adopted[group][period]`, from 0. */
function groupCounts(group: ArrayLike<number>, adoptedAt: ArrayLike<number>, periods: number) {
  const sizes: number[] = [];
  const adopted: number[][] = [];
  for (let agent = 0; agent < group.length; agent++) {
    const own = group[agent]!;
    sizes[own] = (sizes[own] ?? 0) + 1;
    const counts = (adopted[own] ??= new Array<number>(periods + 1).fill(0));
    for (let period = adoptedAt[agent]!; period <= periods; period++) counts[period] = counts[period]! + 1;
  }
  return { sizes, adopted };
}
