import type { Response } from 'express';
import { sha256 } from '../../common/crypto.js';
import { Html } from '../../common/http/reply.js';
import { reportStyle } from '../../../view/style.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { simulatorLoader } from '../../../view/report.js';

/** The build of the dashboard writes them. */
const folder = join(import.meta.dirname, '../../../dashboard/simulator');
const hashOf = (content: string | Buffer) => `'sha256-${sha256(content).toString('base64')}'`;

interface SimulatorFiles {
  /** Compressed with gzip, in base64: a third of its size, so that a page fits into an email. */
  script: string;
  style: string;
  notices: string;
  /** Content-Security-Policy of a page with them: two scripts and two styles by their hashes, the worker of the script, and no connection. */
  policy: string;
}

let files: SimulatorFiles | undefined;

/** The panel and the engine of interactive reports. */
export function simulatorFiles(): SimulatorFiles {
  if (files) return files;
  const script = readFileSync(join(folder, 'simulator.js.gz'));
  const style = readFileSync(join(folder, 'simulator.css'), 'utf8');
  const notices = readFileSync(join(folder, 'third-party-notices.txt'), 'utf8');
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(simulatorLoader)} ${hashOf(gunzipSync(script))}`,
    `style-src ${hashOf(reportStyle)} ${hashOf(style)}`,
    'worker-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  files = { script: script.toString('base64'), style, notices, policy };
  return files;
}

/** The page runs no script and loads nothing. */
const reportHeaders: Record<string, string> = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `style-src 'sha256-${sha256(reportStyle).toString('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'Cache-Control': 'private, no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Sends the HTML page of a report. @param headers additional headers, or other values */
export function sendReport(response: Response, page: string, headers: Record<string, string> = {}): Html {
  response.set({ ...reportHeaders, ...headers });
  return new Html(page);
}

/** An interactive report is a file that the reader saves: no page of the service runs its scripts. The file has a policy of its own. */
export const savedAs = (id: string) => ({ 'Content-Disposition': `attachment; filename="${id}-interactive.html"` });

/**
 * The page of a simulator runs its own scripts in an origin of its own: it reads no cookie and no other page of the service.
 * @param origins pages of these can embed it
 */
export const simulatorHeaders = (origins: readonly string[]) => ({
  'Content-Security-Policy': [
    simulatorFiles().policy,
    'sandbox allow-scripts allow-downloads',
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : `'none'`}`,
  ].join('; '),
});
