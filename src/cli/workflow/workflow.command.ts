import { Command } from 'commander';
import { backtestCommand } from './backtest.command.js';
import { compareCommand } from './compare.command.js';
import { explainCommand } from './explain.command.js';
import { definitionSchemaCommand } from './definition-schema.command.js';
import { deprecateCommand } from './deprecate.command.js';
import { fitCommand } from './fit.command.js';
import { initCommand } from './init.command.js';
import { promoteCommand } from './promote.command.js';
import { restoreCommand } from './restore.command.js';
import { validateCommand } from './validate.command.js';

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
