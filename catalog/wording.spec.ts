import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkWording } from '../model/transcript.js';
import { readWorkflow } from './testing/catalog-workflow.js';
import { rowsOf } from '../test/support/full-level.js';

// The options of alt-fuel-vehicle-choice have too many scenarios for the fast level, and the agents of the others interact or have periods.
const slowSlugs = [
  'alt-fuel-vehicle-choice',
  'technology-adoption-bass',
  'family-planning-network',
  'catsup-repeat-purchases',
];
const slugs = readdirSync(join(import.meta.dirname, 'specs'))
  .map((file) => file.replace(/\.yaml$/, ''))
  .filter((slug) => !slowSlugs.includes(slug));

describe('the texts of the workflows', () => {
  it.each(rowsOf(slugs, slowSlugs))('The check of the wording finds no problem in %s', (slug) => {
    expect(checkWording(readWorkflow(slug))).toEqual([]);
  });
});
