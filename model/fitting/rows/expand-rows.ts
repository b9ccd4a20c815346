import { numberLabels } from '../covariance.js';
import { DataIssues, DataError } from '../../authoring/spec-error.js';
import type { RecipeData } from '../../authoring/recipe/recipe.schema.js';
import { type Observations, type AdoptionNetwork, columnOf, type Table } from './table.js';
import type { Rows } from './rows.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { selectRows } from './select-rows.js';

/**
 * Expands durations to one row per respondent and period, from 1 to `lastPeriod`. An event occurs in the last period.
 * Source: Allison, "Discrete-time methods for the analysis of event histories", Sociological Methodology 13 (1982).
 *
 * @param lastPeriod last observed period of each respondent, a whole number from 1
 * @param hasEvent 1 for each respondent with an event, 0 for a censored duration
 * @returns respondent of each row, numbered from 0, its period, and 1 in `event` in the row in which the event occurred
 */
export function personPeriods(lastPeriod: ArrayLike<number>, hasEvent: ArrayLike<number>) {
  const rows = Array.from(lastPeriod).reduce((sum, periods) => sum + periods, 0);
  const person = new Int32Array(rows);
  const period = new Int32Array(rows);
  const event = new Uint8Array(rows);
  let row = 0;
  for (let individual = 0; individual < lastPeriod.length; individual++) {
    for (let t = 1; t <= lastPeriod[individual]!; t++, row++) {
      person[row] = individual;
      period[row] = t;
    }
    if (hasEvent[individual]) event[row - 1] = 1;
  }
  return { person, period, event };
}

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
function networkPeriods(network: Network, rows: Rows, table: Table, edges: Table): Observations {
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

/**
 * Makes observations from rows: one per row, unless the recipe expands them.
 *
 * @throws DataError for invalid durations, periods or edges
 */
export function expandRows(recipe: CalibrationRecipe, rows: Rows, data: Table, edges?: Table): Observations {
  const { expand } = recipe.data;
  if (!expand) return { count: rows.count, row: Int32Array.from(rows.lines.keys()), states: rows.states };
  if ('durations' in expand) return durations(rows, expand.durations.longest);
  if (!edges)
    throw new DataError([
      { line: 0, column: '', message: 'the recipe expands a network, which requires a file of edges' },
    ]);
  return networkPeriods(expand.network, rows, selectRows(recipe, data), edges);
}

/** Durations longer than `longest` are censored at `longest`. */
function durations({ outcomes, lines, count }: Rows, longest = Infinity): Observations {
  const issues = new DataIssues();
  const [duration, event] = [outcomes['outcome.duration']!, outcomes['outcome.event']!];
  for (let row = 0; row < count; row++) {
    if (!(Number.isInteger(duration[row]) && duration[row]! >= 1))
      issues.add(
        lines[row]!,
        '',
        `a duration must be a whole number of periods, at least 1; the value is ${duration[row]}`,
      );
    if (event[row] !== 0 && event[row] !== 1)
      issues.add(lines[row]!, '', `outcome.event must be 1 or 0; the value is ${event[row]}`);
  }
  issues.throwIfAny();
  const periods = personPeriods(
    duration.map((last) => Math.min(last, longest)),
    event.map((hasEvent, row) => (duration[row]! <= longest ? hasEvent : 0)),
  );
  return {
    count: periods.person.length,
    row: periods.person,
    states: { period: periods.period },
    event: Float64Array.from(periods.event),
  };
}
