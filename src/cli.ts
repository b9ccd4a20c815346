import 'reflect-metadata';
import { runCli } from './cli/program.js';

/** Entry point of the operator CLI. */
process.exitCode = await runCli(process.argv.slice(2));
