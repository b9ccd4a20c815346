import 'reflect-metadata';
import { runCli } from './cli/program.js';

void runCli(process.argv.slice(2)).then((code) => (process.exitCode = code));
