import { modelOf } from './calibrate.js';
import { fitSample } from './fit-sample.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { formSamples } from '../../test/support/calibration/form-samples.js';
import type { Table } from './rows/table.js';
import { tableOf } from '../../test/support/calibration/table-of.js';
import { rowsOf } from '../../test/support/full-level.js';

function fitOf(draft: object, data: Table) {
  const recipe = parseRecipe(draft);
  const model = modelOf({ recipe, data });
  return fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit;
}

const [separateRows, respondentsAndGroups] = [false, true].map((hasUnit) =>
  formSamples.filter(({ unit }) => (unit !== undefined) === hasUnit),
);

describe('weights of every form', () => {
  it.each(rowsOf(separateRows!, respondentsAndGroups!))(
    '$name: weight k for a row, respondent or group gives the estimates and the log-likelihood of k copies',
    ({ spec, cells, unit }) => {
      // Rows with frequencies are separate respondents, except in groups.
      const kind = unit === 'town' ? 'sampling' : 'frequency';
      const weightedSpec = parseSpec(`${spec}\nweight: weight\nweight_kind: ${kind}`);
      const { recipe, table } = expandSpec(weightedSpec, tableOf(cells));
      const unweighted = {
        ...recipe,
        data: { ...recipe.data, weight: undefined, weight_kind: undefined, split: { seed: 1, share: 0.3 } },
      };
      const copies = cells.flatMap((row) =>
        Array.from({ length: Number(row.weight) }, (_, copy) => ({
          ...row,
          ...(unit && { [unit]: `${row[unit]}_${copy}` }),
        })),
      );
      const weighted = fitOf(recipe, table);
      const repeated = fitOf(unweighted, tableOf(copies));
      // Sampling weights have a mean of 1.
      const scale = kind === 'sampling' ? copies.length / cells.length : 1;
      expect(copies.length).toBeGreaterThan(1.5 * cells.length);
      expect(weighted.logLikelihood * scale).toBeCloseTo(repeated.logLikelihood, 6);
      expect(weighted.names).toEqual(repeated.names);
      weighted.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(repeated.estimates[k]!, 6));
      // Frequencies also count as observations in standard errors.
      if (kind === 'frequency')
        weighted.standardErrors.forEach((error, k) => expect(error).toBeCloseTo(repeated.standardErrors[k]!, 4));
    },
  );
});
