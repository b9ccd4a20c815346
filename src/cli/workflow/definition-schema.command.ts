import { Command } from 'commander';
import { definitionJsonSchema } from '../../engine/index.js';
import { jsonText } from './json-text.js';

export function definitionSchemaCommand(): Command {
  return new Command('definition-schema')
    .description('print the JSON Schema of workflow definitions, for editors that complete and check')
    .action(() => {
      process.stdout.write(jsonText(definitionJsonSchema()));
    });
}
