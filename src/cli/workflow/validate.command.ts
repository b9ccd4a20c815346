import { Command } from 'commander';
import { RecipeError } from '../../../model/authoring/recipe/recipe-error.js';
import { parseFullSpec } from '../../../model/authoring/full/parse-full-spec.js';
import { definitionDigest, DefinitionError, type Issue } from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { publicationIssues } from '../../workflows/publication/check-definition.js';
import { CommandError, jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { readSpec } from './read-spec.js';
import { draftWordingOf, wordingOf, wordingText } from './wording-text.js';

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a full spec, list all problems, and print sample transcripts')
    .argument('<file>', 'definition (JSON) or full spec (YAML or JSON)')
    .addOption(jsonOption())
    .action(validate);
}

function validate(file: string, options: { json?: boolean }): void {
  const document = /\.json$/i.test(file) ? readJson(file) : readSpec(file);
  const has = (key: string) => typeof document === 'object' && document !== null && key in document;
  if (has('formula')) throw new CommandError(`${file} is a short spec: \`workflow fit\` checks it with its data.`);
  const isSpec = !has('workflow_id');
  about(file, () => {
    const definition = isSpec ? parseFullSpec(document).definition : parseDefinition(document);
    const issues = publicationIssues(definition);
    if (issues.length > 0) throw isSpec ? new RecipeError(issues.map(inRecipe)) : new DefinitionError(issues);
    const { workflow_id, version } = definition;
    const wording = isSpec ? draftWordingOf(definition) : wordingOf(definition);
    const object = {
      workflow_id,
      version,
      ...(!isSpec && { definition_digest: definitionDigest(definition) }),
      warnings: wording.warnings,
      ...(!isSpec && { transcripts: wording.transcripts }),
    };
    const valid = `${workflow_id} ${version} is a valid ${isSpec ? 'full spec' : `definition, digest ${object.definition_digest}`}.`;
    print(options.json, object, [valid, wordingText(wording)].filter((text) => text !== '').join('\n\n'));
  });
}

const inRecipe = ({ path, message }: Issue): Issue => ({ path: `definition.${path}`, message });
