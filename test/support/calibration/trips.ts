import { modelOf } from '../../../model/fitting/calibrate.js';
import { fitSample } from '../../../model/fitting/fit-sample.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../model/authoring/parse-spec.js';
import { uniformAt } from '../uniform-at.js';
import { type Cells, tableOf } from './table-of.js';

const uniform = uniformAt(5);

/** The alternatives of a trip. */
export const modes = ['bus', 'car', 'train'] as const;

/** Values of the columns of a row. */
export type Trip = Record<string, string | number>;

interface TripOptions {
  readonly rows?: number;
  readonly choices?: number;
  /** Changes the values of a row before its choice. */
  readonly change?: (trip: Trip, row: number) => Trip;
  /** Coefficient of the price. */
  readonly price?: (respondent: number) => number;
}

/** Choices between a bus, a car and a train. */
export function trips({ rows = 240, choices = 4, change = (trip) => trip, price = () => -1 }: TripOptions = {}): Cells {
  return Array.from({ length: rows }, (_, row) => {
    const id = Math.floor(row / choices);
    const values: Trip = { id, survey: row % 2 === 0 ? 'panel' : 'mail' };
    modes.forEach((mode, k) => {
      values[`price_${mode}`] = Math.round(10 + 30 * uniform(row, k)) / 10;
      values[`wait_${mode}`] = 1 + Math.floor(9 * uniform(row, 3 + k));
    });
    const trip = change(values, row);
    const utilities = modes.map(
      (mode, k) =>
        price(id) * Number(trip[`price_${mode}`]) -
        0.2 * Number(trip[`wait_${mode}`]) -
        Math.log(-Math.log(uniform(row, 6 + k))),
    );
    const choice = modes[utilities.indexOf(Math.max(...utilities))]!;
    return { ...trip, choice };
  });
}

function errorOf(spec: string, cells: Cells) {
  try {
    const { recipe: draft, table } = expandSpec(parseSpec(`title: Trips\n${spec}`), tableOf(cells));
    const recipe = parseRecipe(draft);
    const model = modelOf({ recipe, data: table });
    fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  } catch (error) {
    return error as Error & { code: string };
  }
  return undefined;
}

/** Spec of the trips of respondents. */
export const choiceSpec = (formula: string, alternatives: string) =>
  `formula: choice ~ ${formula}\nid_column: id\nalternatives: { shape: wide, ${alternatives} }`;

/** Expects that the fit of a spec to trips fails with an error that has the code and contains the texts. */
export function expectError(spec: string, cells: Cells, code: string, texts: readonly string[]): void {
  const error = errorOf(spec, cells);
  expect(error?.code).toBe(code);
  for (const text of texts) expect(error?.message).toContain(text);
}
