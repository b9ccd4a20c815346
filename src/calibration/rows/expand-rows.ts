import { personPeriods } from '../person-periods.js';
import { type CalibrationSpec } from '../spec/parse-spec.js';
import { DataError, DataIssues } from '../spec/spec-error.js';
import { networkPeriods } from './network-periods.js';
import { type Observations } from './observations.js';
import { type Rows } from './rows.js';
import { wanted } from './select-rows.js';
import { type Table } from './table.js';

export interface Expanded {
  readonly rows: Rows;
  readonly observations: Observations;
}

/** The observations that the rows are made into: one each, unless the spec expands them. @throws DataError */
export function expandRows(spec: CalibrationSpec, rows: Rows, data: Table, edges?: Table): Expanded {
  const { expand } = spec.data;
  if (!expand) {
    return { rows, observations: { count: rows.count, row: Int32Array.from(rows.lines.keys()), states: rows.states } };
  }
  if ('durations' in expand) return { rows, observations: durations(rows, expand.durations.longest) };
  if (!edges)
    throw new DataError([{ line: 0, column: '', message: 'the spec expands a network: give the file of its edges' }]);
  return { rows, observations: networkPeriods(expand.network, rows, wanted(spec, data), edges) };
}

/** Waits longer than `longest` are cut there: what came later was not seen. */
function durations({ outcomes, lines, count }: Rows, longest = Infinity): Observations {
  const issues = new DataIssues();
  const [duration, event] = [outcomes['outcome.duration']!, outcomes['outcome.event']!];
  for (let row = 0; row < count; row++) {
    if (!(Number.isInteger(duration[row]) && duration[row]! >= 1))
      issues.add(lines[row]!, '', `a duration is a whole number of periods from 1, not ${duration[row]}`);
    if (event[row] !== 0 && event[row] !== 1) issues.add(lines[row]!, '', `outcome.event is 1 or 0, not ${event[row]}`);
  }
  issues.throwAny();
  const periods = personPeriods(
    duration.map((last) => Math.min(last, longest)),
    event.map((came, row) => (duration[row]! <= longest ? came : 0)),
  );
  return {
    count: periods.person.length,
    row: periods.person,
    states: { period: periods.period },
    event: Float64Array.from(periods.event),
  };
}
