import { numberLabels } from '../covariance.js';
import { personPeriods } from '../person-periods.js';
import { DataIssues } from '../recipe/recipe-error.js';
import type { RecipeData } from '../recipe/recipe.schema.js';
import type { Observations } from './observations.js';
import type { Rows } from './rows.js';
import { columnOf, type Table } from './table.js';
import type { AdoptionNetwork } from './observations.js';

type Network = Extract<NonNullable<RecipeData['expand']>, { network: unknown }>['network'];

/**
 * Person-periods until adoption, from 1 to at most `periods`, with the states of the previous periods. `exposure` is
 * the share of a respondent's contacts who had adopted (0 without contacts). `group_share` is the share of the other
 * group members who had adopted.
 */
export function adoptionPeriods(network: AdoptionNetwork, periods: number): Observations {
  const { adopted, contacts, groups } = network;
  const rows = personPeriods(
    adopted.map((period) => Math.min(period, periods)),
    adopted.map((period) => Number(period <= periods)),
  );
  const sizes = new Int32Array(groups.length);
  for (const group of groups) sizes[group]! += 1;
  // Adopters before each period, by group.
  const before = Array.from(sizes, () => new Int32Array(periods + 2));
  groups.forEach((group, individual) => {
    for (let period = adopted[individual]! + 1; period <= periods + 1; period++) before[group]![period]! += 1;
  });
  const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    network,
    count: rows.person.length,
    row: rows.person,
    event: Float64Array.from(rows.event),
    states: {
      period: rows.period,
      exposure: Float64Array.from(rows.person, (individual, k) => {
        const named = contacts[individual]!;
        return shareOf(named.filter((other) => adopted[other]! < rows.period[k]!).length, named.length);
      }),
      // A person-period is never after the own adoption, so respondents do not count themselves.
      group_share: Float64Array.from(rows.person, (individual, k) =>
        shareOf(before[groups[individual]!]![rows.period[k]!]!, sizes[groups[individual]!]! - 1),
      ),
    },
  };
}

/**
 * Person-periods from the rows of the data and a file of edges.
 *
 * @throws DataError for an invalid period, a repeated node, or an edge with an unknown node
 */
export function networkPeriods(network: Network, rows: Rows, table: Table, edges: Table): Observations {
  const { periods, node, group, from, to } = network;
  const issues = new DataIssues();
  const names = columnOf(table, node).map((name) => name.trim());
  const numbers = new Map(names.map((name, row) => [name, row]));
  names.forEach((name, row) => {
    if (numbers.get(name) !== row) issues.add(rows.lines[row]!, node, `"${name}" occurs on more than one line`);
  });
  const adopted = rows.outcomes['outcome.adopted']!.map((period, row) => {
    if (Number.isNaN(period)) return Infinity;
    if (!(Number.isInteger(period) && period >= 1))
      issues.add(rows.lines[row]!, '', `a period must be a whole number, at least 1; the value is ${period}`);
    return period;
  });
  const contacts = names.map((): number[] => []);
  const ends = columnOf(edges, to, 'the edges');
  columnOf(edges, from, 'the edges').forEach((start, k) => {
    const [individual, contact] = [start, ends[k]!].map((name) => {
      const number = numbers.get(name.trim());
      if (number === undefined) issues.add(edges.lines[k]!, '', `the edges name "${name}", which is not in the data`);
      return number;
    });
    if (individual !== undefined && contact !== undefined) contacts[individual]!.push(contact);
  });
  issues.throwIfAny();
  return adoptionPeriods({ adopted, contacts, groups: numberLabels(columnOf(table, group)) }, periods);
}
