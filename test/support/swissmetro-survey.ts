import { numberLabels } from '../../src/calibration/covariance.js';
import type { Design, DesignEquation } from '../../src/calibration/likelihood.js';
import type { Table } from '../../src/calibration/rows/table.js';
import { calibrationRows, type Row } from './calibration-data.js';

const alternatives = ['train', 'swissmetro', 'car'];

let rowsRead: Row[] | undefined;
const surveyRows = () => (rowsRead ??= calibrationRows('swissmetro-mode-choice'));

/** Constants of train and car, time and cost in hundreds, as in the examples of Biogeme. Owners of a travelcard pay nothing. */
export function survey() {
  const rows = surveyRows();
  const number = (row: Row, column: string) => Number(row[column]);
  const fare = (row: Row, column: string) => (row.ga === '1' ? 0 : number(row, column) / 100);
  const equation = (coefficients: number[], cellsOf: (row: Row) => number[]): DesignEquation => ({
    coefficients: Int32Array.from(coefficients),
    matrix: Float64Array.from(rows.flatMap(cellsOf)),
  });
  const design: Design = {
    rows: rows.length,
    coefficients: ['train', 'car', 'time', 'cost'],
    equations: [
      equation([0, 2, 3], (row) => [1, number(row, 'train_tt') / 100, fare(row, 'train_co')]),
      equation([2, 3], (row) => [number(row, 'sm_tt') / 100, fare(row, 'sm_co')]),
      equation([1, 2, 3], (row) => [1, number(row, 'car_tt') / 100, number(row, 'car_co') / 100]),
    ],
  };
  const chosen = Int32Array.from(rows, (row) => alternatives.indexOf(row.choice!));
  const available = Uint8Array.from(rows.flatMap((row) => [number(row, 'train_av'), 1, number(row, 'car_av')]));
  return { design, chosen, available, respondents: respondentsOf(rows) };
}

function respondentsOf(rows: readonly Row[]): Int32Array {
  return numberLabels(Int32Array.from(rows, (row) => Number(row.id)));
}

/** The same columns in hundreds as a file, of the rows that `isKept` accepts. */
export function surveyTable(isKept: (row: Row, at: number) => boolean = () => true): Table {
  const all = surveyRows();
  const surveys = bySurvey(respondentsOf(all));
  const kept = Array.from(all.keys()).filter((at) => isKept(all[at]!, at));
  const rows = kept.map((at) => all[at]!);
  const hundreds = (column: string) => (row: Row) => String(Number(row[column]) / 100);
  const fare = (column: string) => (row: Row) => (row.ga === '1' ? '0' : hundreds(column)(row));
  const columns: Record<string, (row: Row) => string> = {
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
    ]),
  };
}

/**
 * Survey of each row: travelers by rail, then by road. Biogeme has this column. Here, it follows from the order of the respondents: the first
 * 283 travel by rail, so that the weights 1 and 1.2, times .8890991, of an early example of Biogeme sum to the number of rows.
 */
export function bySurvey(respondents: Int32Array): Int32Array {
  return respondents.map((respondent) => Number(respondent >= 283));
}

/** A short spec of the columns of `surveyTable`. */
export function modesSpec(nests = '{}', time = 'time'): string {
  return `
title: Modes
formula: choice ~ ${time} + cost
alternatives:
  shape: wide
  columns: { time: "time_{alt}", cost: "cost_{alt}" }
  available: { train: train_av, car: car_av }
  reference: swissmetro
  nests: ${nests}`;
}
