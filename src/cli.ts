import 'reflect-metadata';
import { runCli } from './cli/program.js';

/** The operator's command. */
process.exitCode = await runCli(process.argv.slice(2));
