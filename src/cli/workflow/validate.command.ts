import { Command } from 'commander';
import { parseSpec } from '../../calibration/spec/parse-spec.js';
import { SpecError } from '../../calibration/spec/spec-error.js';
import { definitionDigest, DefinitionError, type Issue } from '../../engine/definition.js';
import { parseDefinition } from '../../engine/simulate.js';
import { publicationIssues } from '../../workflows/publication/check-definition.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';
import { draftWordingOf, wordingOf, wordingText } from './wording-text.js';

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a calibration spec, list all problems, and print sample transcripts')
    .argument('<file>', 'definition or spec (JSON)')
    .addOption(jsonOption())
    .action(validate);
}

function validate(file: string, options: { json?: boolean }): void {
  const document = readJson(file);
  const isSpec = typeof document === 'object' && document !== null && 'definition' in document;
  about(file, () => {
    const definition = isSpec ? parseSpec(document).definition : parseDefinition(document);
    const issues = publicationIssues(definition);
    if (issues.length > 0) throw isSpec ? new SpecError(issues.map(inSpec)) : new DefinitionError(issues);
    const { workflow_id, version } = definition;
    const wording = isSpec ? draftWordingOf(definition) : wordingOf(definition);
    const object = {
      workflow_id,
      version,
      ...(!isSpec && { definition_digest: definitionDigest(definition) }),
      warnings: wording.warnings,
      ...(!isSpec && { transcripts: wording.transcripts }),
    };
    const valid = `${workflow_id} ${version} is a valid ${isSpec ? 'spec' : `definition, digest ${object.definition_digest}`}.`;
    print(options.json, object, [valid, wordingText(wording)].filter((text) => text !== '').join('\n\n'));
  });
}

const inSpec = ({ path, message }: Issue): Issue => ({ path: `definition.${path}`, message });
