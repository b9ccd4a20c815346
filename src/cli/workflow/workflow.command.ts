import { Command } from 'commander';
import { backtestCommand } from './backtest.command.js';
import { calibrateCommand } from './calibrate.command.js';
import { definitionSchemaCommand } from './definition-schema.command.js';
import { deprecateCommand } from './deprecate.command.js';
import { promoteCommand } from './promote.command.js';
import { specSchemaCommand } from './spec-schema.command.js';
import { validateCommand } from './validate.command.js';

export function workflowCommand(): Command {
  return new Command('workflow')
    .description('definitions of workflows: from data, checked, held against people, brought into the catalog')
    .addCommand(calibrateCommand())
    .addCommand(validateCommand())
    .addCommand(backtestCommand())
    .addCommand(promoteCommand())
    .addCommand(deprecateCommand())
    .addCommand(specSchemaCommand())
    .addCommand(definitionSchemaCommand());
}
