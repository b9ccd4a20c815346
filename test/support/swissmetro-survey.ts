import { numberLabels } from '../../model/fitting/covariance.js';
import type { Table } from '../../model/fitting/rows/table.js';
import { calibrationRows, type Row } from './calibration-data.js';

let rowsRead: Row[] | undefined;
const surveyRows = () => (rowsRead ??= calibrationRows('swissmetro-mode-choice'));

function respondentsOf(rows: readonly Row[]): Int32Array {
  return numberLabels(Int32Array.from(rows, (row) => Number(row.id)));
}

/**
 * Time and cost in hundreds, as in the examples of Biogeme, of the rows that `isKept` accepts. Owners of a travelcard pay nothing. The weights
 * are those of its example 02, of version 3.3 and of earlier ones.
 */
export function surveyTable(isKept: (row: Row, at: number) => boolean = () => true): Table {
  const all = surveyRows();
  const surveys = bySurvey(respondentsOf(all));
  const kept = Array.from(all.keys()).filter((at) => isKept(all[at]!, at));
  const rows = kept.map((at) => all[at]!);
  const hundreds = (column: string) => (row: Row) => String(Number(row[column]) / 100);
  const fare = (column: string) => (row: Row) => (row.ga === '1' ? '0' : hundreds(column)(row));
  const columns: Record<string, (row: Row) => string> = {
    id: (row) => row.id!,
    choice: (row) => row.choice!,
    train_av: (row) => row.train_av!,
    car_av: (row) => row.car_av!,
    time_train: hundreds('train_tt'),
    time_swissmetro: hundreds('sm_tt'),
    time_car: hundreds('car_tt'),
    cost_train: fare('train_co'),
    cost_swissmetro: fare('sm_co'),
    cost_car: hundreds('car_co'),
  };
  return {
    lines: Int32Array.from(rows, (_, k) => k + 2),
    columns: new Map([
      ...Object.entries(columns).map(([name, read]): [string, string[]] => [name, rows.map(read)]),
      ['survey', kept.map((at) => ['rail', 'road'][surveys[at]!]!)],
      ['weight', kept.map((at) => String([0.8890991, 1.2][surveys[at]!]))],
      ['early_weight', kept.map((at) => String(0.8890991 * [1, 1.2][surveys[at]!]!))],
    ]),
  };
}

/**
 * Survey of each row: travelers by rail, then by road. Biogeme has this column. Here, it follows from the order of the respondents: the first
 * 283 travel by rail, so that the weights 1 and 1.2, times .8890991, of an early example of Biogeme sum to the number of rows.
 */
function bySurvey(respondents: Int32Array): Int32Array {
  return respondents.map((respondent) => Number(respondent >= 283));
}

/**
 * A spec of the columns of `surveyTable`.
 *
 * @param alternatives further fields of `alternatives`, such as nests
 */
export function modesSpec(alternatives = '', { time = 'time', rest = '' } = {}): string {
  return `
title: Modes
formula: choice ~ ${time} + cost
alternatives:
  shape: wide
  columns: { time: "time_{alt}", cost: "cost_{alt}" }
  available: { train: train_av, car: car_av }
  reference: swissmetro
  ${alternatives}
${rest}`;
}
