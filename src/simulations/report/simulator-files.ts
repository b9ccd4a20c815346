import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../common/crypto.js';
import { simulatorLoader } from '../../../view/report.js';
import { reportStyle } from '../../../view/style.js';

/** The build of the dashboard writes them. */
const folder = join(import.meta.dirname, '../../../dashboard/simulator');
const hashOf = (content: string | Buffer) => `'sha256-${sha256(content).toString('base64')}'`;

interface SimulatorFiles {
  /** Compressed with gzip, in base64: a third of its size, so that a page fits into an email. */
  script: string;
  style: string;
  /** Content-Security-Policy of a page with them: two scripts and two styles by their hashes, the worker of the script, and no connection. */
  policy: string;
}

let files: SimulatorFiles | undefined;

/** The panel and the engine of interactive reports. */
export function simulatorFiles(): SimulatorFiles {
  if (files) return files;
  const script = readFileSync(join(folder, 'simulator.js.gz'));
  const style = readFileSync(join(folder, 'simulator.css'), 'utf8');
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(simulatorLoader)} ${hashOf(gunzipSync(script))}`,
    `style-src ${hashOf(reportStyle)} ${hashOf(style)}`,
    'worker-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  files = { script: script.toString('base64'), style, policy };
  return files;
}
