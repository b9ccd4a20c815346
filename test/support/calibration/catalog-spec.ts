import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expandSpec } from '../../../model/authoring/expand-spec.js';
import { checkSpec, readSpecFile } from '../../../model/authoring/parse-spec.js';
import { projectFolder } from '../operator.js';

export const specFolder = join(projectFolder, 'catalog/specs');

/** The recipe of a workflow of the catalog. */
export function expandedCatalogSpec(slug: string): unknown {
  const document = readSpecFile(join(specFolder, `${slug}.yaml`), {
    textOf: (file) => readFileSync(file, 'utf8'),
    pathOf: (file, name) => join(dirname(file), name),
  });
  return expandSpec(checkSpec(document)).recipe;
}
