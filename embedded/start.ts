import { runInTerminal } from './terminal.js';

/** `npm start`. */
process.exit(await runInTerminal());
