import { Command } from 'commander';
import { parseRecipe } from '../../calibration/recipe/parse-recipe.js';
import { RecipeError } from '../../calibration/recipe/recipe-error.js';
import { definitionDigest, DefinitionError, type Issue } from '../../engine/definition.js';
import { parseDefinition } from '../../engine/simulate.js';
import { publicationIssues } from '../../workflows/publication/check-definition.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { draftWordingOf, wordingOf, wordingText } from './wording-text.js';

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a calibration recipe, list all problems, and print sample transcripts')
    .argument('<file>', 'definition or recipe (JSON)')
    .addOption(jsonOption())
    .action(validate);
}

function validate(file: string, options: { json?: boolean }): void {
  const document = readJson(file);
  const isRecipe = typeof document === 'object' && document !== null && 'definition' in document;
  about(file, () => {
    const definition = isRecipe ? parseRecipe(document).definition : parseDefinition(document);
    const issues = publicationIssues(definition);
    if (issues.length > 0) throw isRecipe ? new RecipeError(issues.map(inRecipe)) : new DefinitionError(issues);
    const { workflow_id, version } = definition;
    const wording = isRecipe ? draftWordingOf(definition) : wordingOf(definition);
    const object = {
      workflow_id,
      version,
      ...(!isRecipe && { definition_digest: definitionDigest(definition) }),
      warnings: wording.warnings,
      ...(!isRecipe && { transcripts: wording.transcripts }),
    };
    const valid = `${workflow_id} ${version} is a valid ${isRecipe ? 'recipe' : `definition, digest ${object.definition_digest}`}.`;
    print(options.json, object, [valid, wordingText(wording)].filter((text) => text !== '').join('\n\n'));
  });
}

const inRecipe = ({ path, message }: Issue): Issue => ({ path: `definition.${path}`, message });
