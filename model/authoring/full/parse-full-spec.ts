import { type CalibrationRecipe, parseRecipe } from '../recipe/parse-recipe.js';
import { RecipeError } from '../recipe/recipe-error.js';
import { merged, parseYaml } from '../parse-spec.js';
import { SpecError } from '../spec-error.js';
import { expandFullSpec } from './expand-full-spec.js';
import { isFields } from './repeat.js';

/** The files of a spec. */
export interface SpecFiles {
  textOf(file: string): string;
  /** The path of a file that another one names. */
  pathOf(file: string, name: string): string;
}

/**
 * Reads a spec of either kind. `questions` can be the name of a file with them, and `base` that of another spec: fields of
 * this spec are merged into those of its base, and a null removes a field. Names are relative to the file.
 *
 * @param outer files that start from this one
 * @throws SpecError
 */
export function parseSpecFile(file: string, files: SpecFiles, outer: readonly string[] = []): unknown {
  const document = parseYaml(files.textOf(file));
  if (!isFields(document)) return document;
  const read = (name: string) => {
    const other = files.pathOf(file, name);
    if (other === file || outer.includes(other))
      throw new SpecError([{ path: 'base', message: `"${name}" has this spec as its base: remove one of them` }]);
    return parseSpecFile(other, files, [...outer, file]);
  };
  const { questions } = document;
  const fields = typeof questions === 'string' ? { ...document, questions: read(questions) } : document;
  if (typeof fields.base !== 'string') return fields;
  const { base, ...own } = fields;
  return merged(read(base), own);
}

/**
 * The document that `parseRecipe` checks, from a full spec in its notation. A document with a `definition` is expanded
 * already, as `workflow fit --emit-spec` writes it.
 *
 * @throws SpecError
 */
export function expandedSpec(document: unknown): unknown {
  if (!isFields(document)) throw new SpecError([{ path: '', message: 'must be a map, such as title: My workflow' }]);
  return 'definition' in document ? document : expandFullSpec(document);
}

/**
 * Expands and checks a full spec.
 *
 * @throws SpecError for problems of the notation, RecipeError for all others. Paths are those of the expanded document,
 *   with the ids of items in place of their positions.
 */
export function parseFullSpec(document: unknown): CalibrationRecipe {
  const expanded = expandedSpec(document);
  try {
    return parseRecipe(expanded);
  } catch (error) {
    if (!(error instanceof RecipeError) || expanded === document) throw error;
    throw new RecipeError(error.issues.map(({ path, message }) => ({ path: pathWithIds(expanded, path), message })));
  }
}

function pathWithIds(document: unknown, path: string): string {
  let value = document;
  const keys = path.split('.').map((key) => {
    value = Array.isArray(value) ? (value[Number(key)] as unknown) : isFields(value) ? value[key] : undefined;
    return /^\d+$/.test(key) && isFields(value) && typeof value.id === 'string' ? value.id : key;
  });
  return keys.join('.');
}
