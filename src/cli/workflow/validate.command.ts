import { Command } from 'commander';
import { parseSpec } from '../../calibration/spec/parse-spec.js';
import { definitionDigest, parseDefinition } from '../../engine/index.js';
import { jsonOption, print } from '../options.js';
import { about, readJson } from './files.js';

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate a definition or a calibration spec and list all problems')
    .argument('<file>', 'definition or spec (JSON)')
    .addOption(jsonOption())
    .action(validate);
}

function validate(file: string, options: { json?: boolean }): void {
  const document = readJson(file);
  const isSpec = typeof document === 'object' && document !== null && 'definition' in document;
  about(file, () => {
    const definition = isSpec ? parseSpec(document).definition : parseDefinition(document);
    const { workflow_id, version } = definition;
    const object = { workflow_id, version, ...(!isSpec && { definition_digest: definitionDigest(definition) }) };
    print(
      options.json,
      object,
      `${workflow_id} ${version} is a valid ${isSpec ? 'spec' : `definition, digest ${object.definition_digest}`}.`,
    );
  });
}
