import 'reflect-metadata';
import { runCli } from './cli/program.js';

/** Entry point of the operator CLI. */
void runCli(process.argv.slice(2)).then((code) => (process.exitCode = code));
