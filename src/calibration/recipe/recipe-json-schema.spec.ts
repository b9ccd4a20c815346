import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { recipeJsonSchema } from './recipe-json-schema.js';

const folder = join(import.meta.dirname, '../../catalog/recipes');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { data: { columns: object } };
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(recipeJsonSchema());

describe('recipeJsonSchema', () => {
  it.each(readdirSync(folder))('The JSON Schema accepts %s', (file) => {
    const isValid = validate(read(file));
    expect(validate.errors).toBe(null);
    expect(isValid).toBe(true);
  });

  it('The JSON Schema rejects an unknown kind of cell and an empty column', () => {
    const recipe = read('swissmetro-mode-choice.json');
    expect(validate({ ...recipe, data: { ...recipe.data, columns: { outcome: { colum: 'choice' } } } })).toBe(false);
    expect(validate({ ...recipe, data: { ...recipe.data, columns: { outcomes: { column: 'choice' } } } })).toBe(false);
  });
});
