import { nodeTooOld } from './node-version.js';

// `npm start`. The version is looked at before anything is loaded that an old Node may not even parse.
const problem = nodeTooOld(process.versions.node);
if (problem === undefined) {
  const { runInTerminal } = await import('./terminal.js');
  process.exit(await runInTerminal());
}
process.stderr.write(`${problem}\n`);
process.exit(1);
