import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkWording } from '../model/transcript.js';
import { readWorkflow } from './testing/catalog-workflow.js';

// The options of alt-fuel-vehicle-choice have too many scenarios for the fast level.
const slugs = readdirSync(join(import.meta.dirname, 'specs'))
  .map((file) => file.replace(/\.yaml$/, ''))
  .filter((slug) => slug !== 'alt-fuel-vehicle-choice');

describe('the texts of the workflows', () => {
  it.each(slugs)('The check of the wording finds no problem in %s', (slug) => {
    expect(checkWording(readWorkflow(slug))).toEqual([]);
  });
});
