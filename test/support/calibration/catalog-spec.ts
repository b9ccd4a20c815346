import { join } from 'node:path';
import { expandedSpec } from '../../../model/authoring/full/parse-full-spec.js';
import { readSpec } from '../../../src/cli/workflow/read-spec.js';
import { projectFolder } from '../operator.js';

export const specFolder = join(projectFolder, 'catalog/specs');

/** The spec of a workflow of the catalog, as `parseRecipe` reads it. */
export function expandedCatalogSpec(slug: string): unknown {
  return expandedSpec(readSpec(join(specFolder, `${slug}.yaml`)));
}
