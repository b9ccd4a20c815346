import { type CalibrationRecipe, parseRecipe } from '../../recipe/parse-recipe.js';
import { RecipeError } from '../../recipe/recipe-error.js';
import { parseYaml } from '../parse-spec.js';
import { SpecError } from '../spec-error.js';
import { expandFullSpec } from './expand-full-spec.js';
import { isFields } from './repeat.js';

/**
 * Reads a spec of either kind. If `questions` is the name of a file, they are read from there.
 *
 * @param textOf the text of a file, relative to the spec
 * @throws SpecError
 */
export function parseSpecFiles(text: string, textOf: (name: string) => string): unknown {
  const document = parseYaml(text);
  return isFields(document) && typeof document.questions === 'string'
    ? { ...document, questions: parseYaml(textOf(document.questions)) }
    : document;
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
