import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Responds to every request with settings from the launcher. */
const service = `
import { createServer } from 'node:http';
const { HOST, PORT, SVC_MASTER_KEY, SVC_DATA_DIR } = process.env;
const server = createServer((request, response) => response.end(JSON.stringify({ pid: process.pid, SVC_MASTER_KEY, SVC_DATA_DIR })));
server.listen(Number(PORT), HOST, () => process.send({ type: 'ready', url: 'http://' + HOST + ':' + server.address().port }));
process.once('disconnect', () => process.exit(0));
`;

const failing = `process.exit(3);`;

/** Writes minimal scripts that behave toward the launcher as the service does. */
export function writeStandIns(folder: string): { entry: string; failingEntry: string } {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  return {
    entry: write('service.mjs', service),
    failingEntry: write('failing.mjs', failing),
  };
}
