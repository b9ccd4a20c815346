import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expandedCatalogSpec, specFolder } from '../../../test/support/calibration/catalog-spec.js';
import { recipeJsonSchema } from './recipe-json-schema.js';

const slugs = readdirSync(specFolder).map((file) => file.replace(/\.yaml$/, ''));
const read = (slug: string) => expandedCatalogSpec(slug) as { data: { columns: object } };
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(recipeJsonSchema());

describe('recipeJsonSchema', () => {
  it.each(slugs)('The JSON Schema accepts the expanded spec of %s', (slug) => {
    const isValid = validate(read(slug));
    expect(validate.errors).toBe(null);
    expect(isValid).toBe(true);
  });

  it('The JSON Schema rejects an unknown kind of cell and an empty column', () => {
    const recipe = read('swissmetro-mode-choice');
    expect(validate({ ...recipe, data: { ...recipe.data, columns: { outcome: { colum: 'choice' } } } })).toBe(false);
    expect(validate({ ...recipe, data: { ...recipe.data, columns: { outcomes: { column: 'choice' } } } })).toBe(false);
  });
});
