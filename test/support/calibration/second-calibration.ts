import { calibrate } from '../../../model/fitting/calibrate.js';
import { parseRecipe } from '../../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../model/authoring/parse-spec.js';
import { type FormSample, formSamples } from './form-samples.js';
import { tableOf } from './table-of.js';

const quick = ['A ranking', 'An ordered probit', 'A complementary log-log model'];

/** The forms whose calibrations are fast, and all others. */
export const [quickForms, otherForms] = [true, false].map((isQuick) =>
  formSamples.filter(({ name }) => quick.includes(name) === isQuick),
) as [FormSample[], FormSample[]];

/** Document of a new calibration of the form. */
export function calibratedDocument({ spec, cells }: FormSample): string {
  // Most of the time of a calibration goes to the replicates of the population.
  const few = `${spec}\nfit: { population_replicates: 20 }`;
  const { recipe, table } = expandSpec(parseSpec(few), tableOf(cells));
  return JSON.stringify(calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-11-27' }).definition);
}
