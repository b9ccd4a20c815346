import { Command } from 'commander';
import { definitionJsonSchema } from '../../../model/definition.js';
import { jsonText } from './files.js';

export function definitionSchemaCommand(): Command {
  return new Command('definition-schema')
    .description('Print the JSON Schema of workflow definitions, for completion and validation in editors')
    .action(() => {
      process.stdout.write(jsonText(definitionJsonSchema()));
    });
}
