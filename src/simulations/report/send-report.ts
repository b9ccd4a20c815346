import type { Response } from 'express';
import { sha256 } from '../../common/crypto.js';
import { Html } from '../../common/http/reply.js';
import { reportStyle } from '../../../view/style.js';

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
