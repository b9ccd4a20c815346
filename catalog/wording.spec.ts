import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkWording } from '../model/transcript.js';
import { readWorkflow } from './testing/catalog-workflow.js';
import { rowsOf } from '../test/support/full-level.js';

// The options of alt-fuel-vehicle-choice have too many scenarios for the fast level.
const slowSlug = 'alt-fuel-vehicle-choice';
const slugs = readdirSync(join(import.meta.dirname, 'specs'))
  .map((file) => file.replace(/\.yaml$/, ''))
  .filter((slug) => slug !== slowSlug);

describe('the texts of the workflows', () => {
  it.each(rowsOf(slugs, [slowSlug]))('The check of the wording finds no problem in %s', (slug) => {
    expect(checkWording(readWorkflow(slug))).toEqual([]);
  });
});
