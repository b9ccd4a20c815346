import { Command } from 'commander';
import { reproduceCommand } from './reproduce.command.js';

export function simulationCommand(): Command {
  return new Command('simulation')
    .description('Reproduce simulations without the service')
    .addCommand(reproduceCommand());
}
