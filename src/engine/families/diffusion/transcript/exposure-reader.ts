import type { Column } from '../../../columns/column.js';
import type { States } from '../../../model/products/evaluate-products.js';
import { columnFinder } from '../../../transcript/stored-agents.js';

/** Adoption among the contacts and the group of one agent before a period. */
export interface AgentExposure {
  /** States that the equations read. */
  readonly states: States;
  readonly contacts: number;
  readonly adoptedContacts: number;
  readonly groupShare: number;
}

/**
 * Returns a function that computes the exposure of an agent before a period.
 *
 * @param columns result columns of a complete run
 */
export function exposureReader(
  columns: readonly Column[],
  periods: number,
): (index: number, period: number) => AgentExposure {
  const columnOf = columnFinder(columns);
  const [group, degree, adoptedAt] = ['group', 'contacts', 'adopted_at'].map((name) => columnOf(name).values);
  const contacts = columns.filter(({ name }) => name.startsWith('contact.')).map(({ values }) => values);
  const { sizes, adopted } = groupCounts(group!, adoptedAt!, periods);
  return (index, period) => {
    const ownGroup = group![index]!;
    const size = sizes[ownGroup]!;
    const hasAdopted = adoptedAt![index]! < period ? 1 : 0;
    const groupShare = size > 1 ? (adopted[ownGroup]![period - 1]! - hasAdopted) / (size - 1) : 0;
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

/** Size of each group, and number of its members that had adopted by the end of each period: `adopted[group][period]`, from period 0. */
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
