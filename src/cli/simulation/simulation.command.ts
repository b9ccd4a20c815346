import { Command } from 'commander';
import { mergePartsCommand, runPartCommand } from './parts.command.js';
import { reproduceCommand } from './reproduce.command.js';

export function simulationCommand(): Command {
  return new Command('simulation')
    .description('Run and reproduce simulations without the service')
    .addCommand(reproduceCommand())
    .addCommand(runPartCommand())
    .addCommand(mergePartsCommand());
}
