import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { definitionJsonSchema } from './definition.schema.js';

const folder = join(import.meta.dirname, '../../catalog');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(definitionJsonSchema());

describe('the JSON Schema of definitions', () => {
  it.each(readdirSync(folder).filter((file) => file.endsWith('.json')))('The JSON Schema accepts %s', (file) => {
    const isValid = validate(read(file));
    expect(validate.errors).toBe(null);
    expect(isValid).toBe(true);
  });

  it('The JSON Schema rejects missing fields, unknown fields and fields of another family', () => {
    const { decision, ...rest } = read('swissmetro-mode-choice.json');
    expect(validate(rest)).toBe(false);
    expect(validate({ ...rest, decision, colour: 'red' })).toBe(false);
    expect(validate({ ...rest, decision: { ...(decision as object), family: 'counts' } })).toBe(false);
  });
});
