import { runInTerminal } from './terminal.js';

/** Entry point of `npm start`. */
void runInTerminal().then((code) => process.exit(code));
