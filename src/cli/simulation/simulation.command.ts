import { Command } from 'commander';
import { reproduceCommand } from './reproduce.command.js';

export function simulationCommand(): Command {
  return new Command('simulation').description('simulations, without the service').addCommand(reproduceCommand());
}
