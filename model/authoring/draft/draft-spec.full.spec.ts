import { calibrate } from '../../fitting/calibrate.js';
import { draftSpec } from './draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';
import { generatedTable } from '../testing/generated-tables.js';

test.each(Array.from({ length: 120 }, (_, seed) => seed + 100))(
  'The default draft of the generated file %i gives a definition',
  (seed) => {
    const { outcome, table } = generatedTable(seed);
    const { recipe, table: data } = expandSpec(parseSpec(draftSpec(table, { file: 'data.csv', outcome }).spec), table);
    expect(() => calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' })).not.toThrow();
  },
);
