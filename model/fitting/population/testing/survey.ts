import { parseRecipe } from '../../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../authoring/expand-spec.js';
import { parseSpec } from '../../../authoring/parse-spec.js';
import type { WorkflowDefinition } from '../../../definition.js';
import { calibrate } from '../../calibrate.js';
import type { Table } from '../../rows/table.js';

/** Rows whose effort is high at both ends of the distance: no rank correlation describes that, so that synthetic agents differ from the rows. */
export function surveyOf(rows: number): Table {
  const columns = new Map<string, string[]>(['bought', 'distance', 'effort', 'persons'].map((name) => [name, []]));
  for (let row = 0; row < rows; row++) {
    const distance = (row * 37) % 101;
    const effort = Math.round((distance - 50) ** 2 / 25 + ((row * 13) % 17));
    columns.get('distance')!.push(String(distance));
    columns.get('effort')!.push(String(effort));
    columns.get('bought')!.push((row * 29) % 41 < 1 + ((row * 13) % 17) ? 'yes' : 'no');
    columns.get('persons')!.push(String(1 + (row % 4)));
  }
  return { columns, lines: Int32Array.from({ length: rows }, (_, row) => row + 2) };
}

/** The definition of a spec of these rows. */
export function fittedRows(table: Table, fields = ''): WorkflowDefinition {
  const formula = 'bought ~ distance + I(distance^2) + effort';
  const spec = `title: Survey\nformula: ${formula}\noutcome: { event: "yes" }\nparameters: { effort: {} }\n${fields}`;
  const { recipe, table: data } = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-01-01' }).definition;
}
