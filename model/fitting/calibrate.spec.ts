import { rowsOf } from '../../test/support/full-level.js';
import { calibrate } from './calibrate.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { type FormSample, formSamples } from '../../test/support/calibration/form-samples.js';
import { tableOf } from '../../test/support/calibration/table-of.js';

const quick = ['A ranking', 'An ordered probit', 'A complementary log-log model'];

/** The forms whose calibrations are fast, and all others. */
const [quickForms, otherForms] = [true, false].map((isQuick) =>
  formSamples.filter(({ name }) => quick.includes(name) === isQuick),
) as [FormSample[], FormSample[]];

/** Document of a new calibration of the form. */
function calibratedDocument({ spec, cells }: FormSample): string {
  // Most of the time of a calibration goes to the replicates of the population.
  const few = `${spec}\nfit: { population_replicates: 20 }`;
  const { recipe, table } = expandSpec(parseSpec(few), tableOf(cells));
  return JSON.stringify(calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-11-27' }).definition);
}

it.each(rowsOf(quickForms, otherForms))(
  '$name: a second calibration of the same spec and data gives the same bytes',
  (form) => {
    expect(calibratedDocument(form)).toBe(calibratedDocument(form));
  },
);
