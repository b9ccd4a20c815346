import { Command } from 'commander';
import { recipeJsonSchema } from '../../calibration/recipe/recipe-json-schema.js';
import { jsonText } from './json-text.js';

export function recipeSchemaCommand(): Command {
  return new Command('recipe-schema')
    .description('Print the JSON Schema of calibration recipes, for completion and validation in editors')
    .action(() => {
      process.stdout.write(jsonText(recipeJsonSchema()));
    });
}
