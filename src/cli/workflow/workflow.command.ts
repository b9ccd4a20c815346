import { Command } from 'commander';
import { backtestCommand } from './backtest.command.js';
import { compareCommand } from './compare.command.js';
import { explainCommand } from './explain.command.js';
import { deprecateCommand, restoreCommand, promoteCommand } from './publication.commands.js';
import { fitCommand } from './fit.command.js';
import { initCommand } from './init.command.js';
import { validateCommand } from './validate.command.js';
import { definitionJsonSchema } from '../../../model/definition.js';
import { jsonText } from './files.js';

export function workflowCommand(): Command {
  return new Command('workflow')
    .description('Calibrate, validate, backtest, compare, publish, deprecate and restore workflows')
    .addCommand(initCommand())
    .addCommand(fitCommand())
    .addCommand(validateCommand())
    .addCommand(backtestCommand())
    .addCommand(compareCommand())
    .addCommand(explainCommand())
    .addCommand(promoteCommand())
    .addCommand(deprecateCommand())
    .addCommand(restoreCommand())
    .addCommand(definitionSchemaCommand());
}

function definitionSchemaCommand(): Command {
  return new Command('definition-schema')
    .description('Print the JSON Schema of workflow definitions, for completion and validation in editors')
    .action(() => {
      process.stdout.write(jsonText(definitionJsonSchema()));
    });
}
