import { modelOf } from '../../../model/fitting/calibrate.js';
import type { Fit } from '../../../model/fitting/fit-design.js';
import { fitSample } from '../../../model/fitting/fit-sample.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../../../model/fitting/rows/table.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../model/authoring/parse-spec.js';
import type { ConditionalLogit } from '../../../model/families/conditional-logit/conditional-logit.schema.js';
import { uniformAt } from '../uniform-at.js';
import { tableOf } from './table-of.js';

/** The alternatives. */
export const names = ['apple', 'banana', 'cherry', 'date'];

/** Coefficients in the utilities. */
export const truth = { banana: 0.5, cherry: -0.4, date: 0.2, price: -0.8 };
const rows = 800;

const uniform = uniformAt(23);

/** Four fruits at random prices. The last one is missing from every fifth row. The order of each row is that of its random utilities. */
export const fruits = Array.from({ length: rows }, (_, row) => {
  const prices = names.map((_name, j) => Math.round(1 + 30 * uniform(row, j)) / 10);
  const utilities = names.map(
    (name, j) =>
      ((truth as Record<string, number>)[name] ?? 0) +
      truth.price * prices[j]! -
      Math.log(-Math.log(uniform(row, 9 + j))),
  );
  const available = names.map((_name, j) => j < 3 || row % 5 !== 0);
  const order = names
    .map((_name, j) => j)
    .filter((j) => available[j])
    .toSorted((a, b) => utilities[b]! - utilities[a]!);
  return { prices, available, order };
});

/** A file with a row for each choice. */
export const wide = tableOf(
  fruits.map(({ prices, available, order }) => ({
    ...Object.fromEntries(
      names.flatMap((name, j) => [
        [`price_${name}`, String(prices[j])],
        [`sold_${name}`, available[j] ? '1' : '0'],
      ]),
    ),
    first: names[order[0]!]!,
    second: names[order[1]!]!,
    last: names[order.at(-1)!]!,
  })),
);

/** Spec of the wide file. */
export function wideSpec(settings: string): string {
  return `title: Fruits\nformula: first ~ price\nalternatives: { shape: wide, available: "sold_{alt}", ${settings} }`;
}

/** Fit of a spec to all rows. */
export function fitOf(text: string, data: Table): { fit: Fit; decision: ConditionalLogit } {
  const expanded = expandSpec(parseSpec(text), data);
  const recipe = parseRecipe(expanded.recipe);
  const model = modelOf({ recipe, data: expanded.table });
  const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
  return { fit, decision: recipe.definition.decision as ConditionalLogit };
}
