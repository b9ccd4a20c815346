import { Command } from 'commander';
import { specPath } from '../../../model/authoring/expand-spec.js';
import { SpecError } from '../../../model/authoring/spec-error.js';
import { definitionDigest, DefinitionError, type Issue, type WorkflowDefinition } from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { publicationIssues } from '../../workflows/publication/check-definition.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { expanded, readDataOf, readSpec } from './read-spec.js';
import { draftWordingOf, type Wording, wordingOf, wordingText } from './wording-text.js';

interface Options {
  json?: boolean;
  data?: string;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a spec, list all problems, and print sample transcripts')
    .argument('<file>', 'definition (JSON) or spec (YAML or JSON)')
    .option('--data <file>', 'data of a spec with a formula. Default: `data` of the spec, in its folder')
    .addOption(jsonOption())
    .action(validate);
}

async function validate(file: string, options: Options): Promise<void> {
  const document = /\.json$/i.test(file) ? readJson(file) : undefined;
  const isDefinition = typeof document === 'object' && document !== null && 'workflow_id' in document;
  if (isDefinition) validateDefinition(file, document, options);
  else await validateSpec(file, options);
}

function validateDefinition(file: string, document: unknown, { json }: Options): void {
  about(file, () => {
    const definition = parseDefinition(document);
    const issues = publicationIssues(definition);
    if (issues.length > 0) throw new DefinitionError(issues);
    const digest = definitionDigest(definition);
    report(definition, wordingOf(definition), `definition, digest ${digest}`, { definition_digest: digest }, json);
  });
}

async function validateSpec(file: string, { json, data }: Options): Promise<void> {
  const spec = readSpec(file);
  const table = spec.formula === undefined ? undefined : (await readDataOf(file, spec, data)).table;
  const { recipe, expansion } = expanded(file, spec, table);
  const inSpec = ({ path, message }: Issue): Issue => ({
    path: specPath(expansion.recipe, `definition.${path}`),
    message,
  });
  about(file, () => {
    const issues = publicationIssues(recipe.definition);
    if (issues.length > 0) throw new SpecError(issues.map(inSpec));
    const { warnings, transcripts } = draftWordingOf(recipe.definition);
    report(recipe.definition, { warnings: warnings.map(inSpec), transcripts }, 'spec', {}, json);
  });
}

function report(
  { workflow_id, version }: WorkflowDefinition,
  { warnings, transcripts }: Wording,
  kind: string,
  fields: object,
  json: boolean | undefined,
): void {
  const valid = `${workflow_id} ${version} is a valid ${kind}.`;
  const samples = transcripts.length > 0 ? { transcripts } : {};
  print(
    json,
    { workflow_id, version, ...fields, warnings, ...samples },
    [valid, wordingText({ warnings, transcripts })].filter((text) => text !== '').join('\n\n'),
  );
}
