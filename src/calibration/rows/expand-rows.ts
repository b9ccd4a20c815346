import { personPeriods } from '../person-periods.js';
import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import { DataError, DataIssues } from '../recipe/recipe-error.js';
import { networkPeriods } from './network-periods.js';
import type { Observations } from './observations.js';
import type { Rows } from './rows.js';
import { selectRows } from './select-rows.js';
import type { Table } from './table.js';

/** Rows and the observations made from them. */
export interface Expanded {
  readonly rows: Rows;
  readonly observations: Observations;
}

/**
 * Makes observations from rows: one per row, unless the recipe expands them.
 *
 * @throws DataError for invalid durations, periods or edges
 */
export function expandRows(recipe: CalibrationRecipe, rows: Rows, data: Table, edges?: Table): Expanded {
  const { expand } = recipe.data;
  if (!expand) {
    return { rows, observations: { count: rows.count, row: Int32Array.from(rows.lines.keys()), states: rows.states } };
  }
  if ('durations' in expand) return { rows, observations: durations(rows, expand.durations.longest) };
  if (!edges)
    throw new DataError([
      { line: 0, column: '', message: 'the recipe expands a network, which requires a file of edges' },
    ]);
  return { rows, observations: networkPeriods(expand.network, rows, selectRows(recipe, data), edges) };
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
