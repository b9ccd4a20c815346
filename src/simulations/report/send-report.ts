import type { Response } from 'express';
import { sha256 } from '../../common/crypto.js';
import { Html } from '../../common/http/reply.js';
import { reportStyle } from '../../../view/style.js';
import { simulatorFiles } from './simulator-files.js';

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
