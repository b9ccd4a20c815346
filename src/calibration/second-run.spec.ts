import { calibrate } from './calibrate.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import { expandSpec } from './spec/expand-spec.js';
import { parseSpec } from './spec/parse-spec.js';
import { type FormSample, formSamples, tableOf } from '../../test/support/calibration/form-samples.js';

function documentOf({ spec, cells }: FormSample): string {
  // Most of the time of a calibration goes to the replicates of the population.
  const few = `${spec}\noverride: { fit: { population_replicates: 20 } }`;
  const { recipe, table } = expandSpec(parseSpec(few), tableOf(cells));
  return JSON.stringify(calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-11-27' }).definition);
}

it.each(formSamples)('$name: a second calibration of the same spec and data gives the same bytes', (form) => {
  expect(documentOf(form)).toBe(documentOf(form));
});
