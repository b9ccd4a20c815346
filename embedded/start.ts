import { runInTerminal } from './terminal.js';

/** Entry point of `npm start`. */
process.exit(await runInTerminal());
