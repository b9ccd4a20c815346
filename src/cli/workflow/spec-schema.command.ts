import { Command } from 'commander';
import { specJsonSchema } from '../../calibration/spec/spec-json-schema.js';
import { jsonText } from './json-text.js';

export function specSchemaCommand(): Command {
  return new Command('spec-schema')
    .description('Print the JSON Schema of calibration specs, for completion and validation in editors')
    .action(() => {
      process.stdout.write(jsonText(specJsonSchema()));
    });
}
