import { numbered } from '../covariance.js';
import { personPeriods } from '../person-periods.js';
import { DataIssues } from '../spec/spec-error.js';
import { type SpecData } from '../spec/spec.schema.js';
import { type Observations } from './observations.js';
import { type Rows } from './rows.js';
import { columnOf, type Table } from './table.js';
import { type AdoptionNetwork } from './observations.js';

type Network = Extract<NonNullable<SpecData['expand']>, { network: unknown }>['network'];

/**
 * Person-periods until adoption, from 1 to `periods` at most, with what the periods before tell a person: `exposure`, the share of those
 * they name who had adopted (0 where they name nobody), and `group_share`, the share of the others of their group who had.
 */
export function adoptionPeriods(network: AdoptionNetwork, periods: number): Observations {
  const { adopted, contacts, groups } = network;
  const rows = personPeriods(
    adopted.map((period) => Math.min(period, periods)),
    adopted.map((period) => Number(period <= periods)),
  );
  const sizes = new Int32Array(groups.length);
  for (const group of groups) sizes[group]! += 1;
  // By group and period, how many had adopted before it.
  const before = Array.from(sizes, () => new Int32Array(periods + 2));
  groups.forEach((group, who) => {
    for (let period = adopted[who]! + 1; period <= periods + 1; period++) before[group]![period]! += 1;
  });
  const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    network,
    count: rows.person.length,
    row: rows.person,
    event: Float64Array.from(rows.event),
    states: {
      period: rows.period,
      exposure: Float64Array.from(rows.person, (who, k) => {
        const named = contacts[who]!;
        return shareOf(named.filter((other) => adopted[other]! < rows.period[k]!).length, named.length);
      }),
      // Nobody is counted for themselves: a person-period is before or at their own adoption.
      group_share: Float64Array.from(rows.person, (who, k) =>
        shareOf(before[groups[who]!]![rows.period[k]!]!, sizes[groups[who]!]! - 1),
      ),
    },
  };
}

/** The same from the rows of the data and a file of edges. @throws DataError for an edge of somebody unknown */
export function networkPeriods(network: Network, rows: Rows, table: Table, edges: Table): Observations {
  const { periods, node, group, from, to } = network;
  const issues = new DataIssues();
  const names = columnOf(table, node).map((name) => name.trim());
  const numbers = new Map(names.map((name, row) => [name, row]));
  names.forEach((name, row) => {
    if (numbers.get(name) !== row) issues.add(rows.lines[row]!, node, `"${name}" stands on more than one line`);
  });
  const adopted = rows.outcomes['outcome.adopted']!.map((period, row) => {
    if (Number.isNaN(period)) return Infinity;
    if (!(Number.isInteger(period) && period >= 1))
      issues.add(rows.lines[row]!, '', `a period is a whole number from 1, not ${period}`);
    return period;
  });
  const contacts = names.map((): number[] => []);
  const ends = columnOf(edges, to, 'the edges');
  columnOf(edges, from, 'the edges').forEach((start, k) => {
    const [who, whom] = [start, ends[k]!].map((name) => {
      const number = numbers.get(name.trim());
      if (number === undefined) issues.add(edges.lines[k]!, '', `the edges name "${name}", who is not in the data`);
      return number;
    });
    if (who !== undefined && whom !== undefined) contacts[who]!.push(whom);
  });
  issues.throwAny();
  return adoptionPeriods({ adopted, contacts, groups: numbered(columnOf(table, group)) }, periods);
}
